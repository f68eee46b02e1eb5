/** Generates sequences of allowed and forbidden commands of an applicant, an attacker and an operator. */
import fc from 'fast-check';
import type { Agreement, ApplicationPart, Order, PersonPart, ProgramFacts } from './state.ts';
import { agreements } from './state.ts';

/** Programs that differ in what they require before submit. */
export const programs: readonly ProgramFacts[] = [
  { host: 'demo.localhost', domainKey: 'demo', isProofRequired: false },
  { host: 'exmark.localhost', domainKey: 'exmark', isProofRequired: false, freeFromYears: 10 },
  { host: 'yard-card.localhost', domainKey: 'yard-card', isProofRequired: true },
];

const opened = (agreement: Agreement): readonly Order[] => [
  { call: 'open', tab: 0, agreement },
  { call: 'agree', tab: 0, agreement, agreed: true, version: 'shown' },
];

/** The commands that make an application ready to submit. */
const whole: readonly Order[] = [
  { call: 'start' },
  { call: 'create', tab: 0 },
  { call: 'addPerson', tab: 0, kind: 'applicant', share: 60 },
  { call: 'addPerson', tab: 0, kind: 'owner', share: 40 },
  { call: 'change', tab: 0, part: { disclosure: 'shareInformation', isGiven: true } },
  { call: 'change', tab: 0, part: { disclosure: 'authority', isGiven: true } },
  { call: 'change', tab: 0, part: { guarantor: 'applicant' } },
  ...agreements.flatMap(opened),
];

/**
 * The commands with which sequences begin. Random commands alone would rarely submit, cancel or resume an application, so
 * commands that are forbidden afterwards would hardly be tested.
 */
export const beginnings: readonly (readonly Order[])[] = [
  [],
  [{ call: 'start' }],
  whole.slice(0, 2),
  whole,
  whole,
  // After this change, the accepted certification contains an outdated name.
  [...whole, { call: 'changePerson', tab: 0, who: 1, part: { name: 'Ann Larkspur' } }],
  [...whole, { call: 'submit', tab: 0 }],
  [...whole, { call: 'finish', tab: 0, type: 'cancel' }],
  [...whole, { call: 'finish', tab: 0, type: 'timeout' }, { call: 'comeBack', tab: 0, isRight: true }],
  [
    ...whole.slice(0, 2),
    { call: 'open', tab: 0, agreement: 'terms' },
    { call: 'finish', tab: 0, type: 'timeout' },
    { call: 'comeBack', tab: 0, isRight: true },
    { call: 'agree', tab: 1, agreement: 'terms', agreed: true, version: 'shown' },
  ],
  [...whole, { call: 'finish', tab: 0, type: 'timeout' }],
  [...whole, { call: 'start' }, { call: 'create', tab: 1 }],
];

const share = fc.constantFrom(null, 0, 25, 40, 60, 75);
const agreement = fc.constantFrom(...agreements);
const index = fc.nat(4);

const applicationPart: fc.Arbitrary<ApplicationPart> = fc.oneof(
  fc
    .constantFrom('llc', 'corporation', 'sole_proprietorship', 'municipality', 'non_profit')
    .map((organizationType) => ({ organizationType }) as const),
  fc.constantFrom(7, 12).map((yearsInBusiness) => ({ yearsInBusiness })),
  fc.boolean().map((hasTaxId) => ({ hasTaxId })),
  fc.constantFrom('applicant', 'applicant', 'owner', null).map((guarantor) => ({ guarantor }) as const),
  fc.record({
    disclosure: fc.constantFrom('shareInformation', 'authority', 'noOtherOwners', 'noOtherOwners'),
    isGiven: fc.constantFrom(true, true, false),
  }),
  fc.constantFrom('value', 'serverSet').map((wrong) => ({ wrong }) as const),
);

const personPart: fc.Arbitrary<PersonPart> = fc.oneof(
  share.map((percent) => ({ share: percent })),
  fc.constantFrom('Zoë Larkspur', 'Ann Larkspur').map((name) => ({ name })),
  fc.boolean().map((hasSsn) => ({ hasSsn })),
);

/**
 * The index of the tab that sends a command. It is usually the first tab, so that commands build on each other, and sometimes
 * another tab.
 */
const tab = fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(4) });
const isForeign = fc.oneof(
  { weight: 9, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
);
/** Returns a generator that produces the value with a probability of 1 in 8, and undefined otherwise. */
const rarely = <const Value extends string>(value: Value): fc.Arbitrary<Value | undefined> =>
  fc.nat(7).map((number) => (number === 7 ? value : undefined));

function from<Rest extends object>(rest: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> }) {
  return fc
    .record({ ...rest, tab, isForeign } as { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> })
    .map(
      (order) =>
        Object.fromEntries(Object.entries(order).filter(([, value]) => value !== undefined)) as never,
    );
}

const call = <const Name extends string>(name: Name) => fc.constant(name);

const anyOrder: fc.Arbitrary<Order> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Order>({ call: 'start' }) },
  {
    weight: 2,
    arbitrary: from({
      call: call('create'),
      wrong: fc.constantFrom('value', 'serverSet', undefined, undefined),
    }),
  },
  { weight: 1, arbitrary: from({ call: call('read') }) },
  {
    weight: 8,
    arbitrary: from({
      call: call('change'),
      part: applicationPart,
      ifMatch: fc.oneof(rarely('current'), rarely('stale')),
    }),
  },
  {
    weight: 4,
    arbitrary: from({
      call: call('addPerson'),
      kind: fc.constantFrom('applicant', 'owner', 'owner', 'authorized_user'),
      share,
      isRepeated: fc.constantFrom(true, undefined, undefined),
    }),
  },
  {
    weight: 4,
    arbitrary: from({ call: call('changePerson'), who: index, part: personPart, ifMatch: rarely('stale') }),
  },
  { weight: 2, arbitrary: from({ call: call('removePerson'), who: index, ifMatch: rarely('stale') }) },
  { weight: 5, arbitrary: from({ call: call('open'), agreement }) },
  {
    weight: 6,
    arbitrary: from({
      call: call('agree'),
      agreement,
      agreed: fc.constantFrom(true, true, true, false),
      version: fc.constantFrom('shown', 'shown', 'shown', 'older'),
    }),
  },
  { weight: 7, arbitrary: from({ call: call('submit') }) },
  {
    weight: 2,
    arbitrary: from({ call: call('upload'), isUsable: fc.constantFrom(true, true, true, false) }),
  },
  { weight: 1, arbitrary: from({ call: call('replaceDocument'), which: index }) },
  { weight: 1, arbitrary: from({ call: call('removeDocument'), which: index }) },
  { weight: 1, arbitrary: from({ call: call('heartbeat') }) },
  {
    weight: 1,
    arbitrary: from({
      call: call('finish'),
      type: fc.constantFrom('cancel', 'completed', 'pending', 'timeout'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ call: call('comeBack'), tab, isRight: fc.constantFrom(true, true, false) }),
  },
  { weight: 1, arbitrary: fc.constant<Order>({ call: 'notMe' }) },
  {
    weight: 1,
    arbitrary: fc.record({
      call: call('decide'),
      tab,
      decision: fc.constantFrom('approve', 'decline'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ call: call('withdraw'), tab }) },
);

/**
 * The command with which an operator adds a document. It takes longer than all other commands, because a process must check the
 * file.
 */
const lateDocument = fc.record({ call: call('addLateDocument'), tab });

/** A program, and a sequence of commands on its host. */
export interface Orders {
  readonly program: ProgramFacts;
  readonly orders: readonly Order[];
}

/**
 * Returns a generator of sequences. A sequence is one of the `beginnings`, followed by random commands. With `withLateDocuments`,
 * operators also add the documents that pending applications lack.
 */
export function anyOrders(length: number, { withLateDocuments = false } = {}): fc.Arbitrary<Orders> {
  const order = withLateDocuments
    ? fc.oneof({ weight: 60, arbitrary: anyOrder }, { weight: 1, arbitrary: lateDocument })
    : anyOrder;
  return fc
    .record({
      program: fc.constantFrom(...programs),
      beginning: fc.constantFrom(...beginnings),
      more: fc.array(order, { minLength: length / 2, maxLength: length, size: 'max' }),
    })
    .map(({ program, beginning, more }) => ({ program, orders: [...beginning, ...more] }));
}
