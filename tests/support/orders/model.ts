/**
 * A small model of the API (X10): its sessions, drafts, people, consents, documents and resume tokens. It is written only from
 * `docs/api.md`, D6, D16, D17, D23, D26 to D32, D55. It imports no product code, so that it does not repeat the product's
 * mistakes. All states are plain data. A function computes the expected answer and the next state from a state and a command.
 */

export type Kind = 'applicant' | 'owner' | 'authorized_user';
export type Agreement = 'esign' | 'terms' | 'guarantor' | 'controlling-party';
export type OrganizationType = 'llc' | 'corporation' | 'sole_proprietorship' | 'municipality' | 'non_profit';
export type Disclosure = 'shareInformation' | 'authority' | 'noOtherOwners';

/** The properties of a program that the expected answers depend on. */
export interface ProgramFacts {
  readonly host: string;
  readonly domainKey: string;
  readonly isProofRequired: boolean;
  /** Minimum number of years in business with which no guarantor is required. Undefined if the years do not matter. */
  readonly freeFromYears?: number;
}

export interface Person {
  /** Identifies the person in the model. The API uses an id instead. */
  readonly key: number;
  readonly kind: Kind;
  readonly name: string;
  readonly share: number | null;
  /** Whether the person has a Social Security number, which submit requires. */
  readonly hasSsn: boolean;
}

/** `lost`: the consent was given, but is void because its text or the guarantor has changed since. */
type Consent = 'none' | 'given' | 'lost';

export interface Application {
  /** Identifies the application in the model. The tax ID is derived from the key, so all tax IDs differ. */
  readonly key: number;
  readonly status: string;
  readonly organizationType: OrganizationType;
  readonly yearsInBusiness: number;
  readonly hasTaxId: boolean;
  readonly guarantor: number | null;
  readonly disclosures: Readonly<Record<Disclosure, boolean | null>>;
  readonly people: readonly Person[];
  readonly documents: readonly number[];
  readonly consents: Readonly<Record<Agreement, Consent>>;
  /**
   * The agreement texts that were served after the application was created. They also count in a session that resumes the
   * application.
   */
  readonly opened: readonly string[];
  /** The browser's resume token for the application, with the number of failed tries. Null if there is no token. */
  readonly resumeToken: { readonly misses: number } | null;
}

export interface Session {
  readonly isLive: boolean;
  /** The agreement texts that were served to the session before it had an application. */
  readonly opened: readonly string[];
  readonly application: Application | null;
}

export interface Model {
  readonly program: ProgramFacts;
  /** The sessions of one browser, in the order in which they were started. */
  readonly sessions: readonly Session[];
  /** The key of the next new person or document. */
  readonly nextKey: number;
}

/** The tab that sends a command. `isForeign` is true if the command names an application, person or document of another tab. */
interface FromTab {
  readonly tab: number;
  readonly isForeign?: boolean;
}

export type ApplicationPart =
  | { readonly organizationType: OrganizationType }
  | { readonly yearsInBusiness: number }
  | { readonly hasTaxId: boolean }
  /** `owner`: a person who is not the applicant. */
  | { readonly guarantor: 'applicant' | 'owner' | null }
  | { readonly disclosure: Disclosure; readonly isGiven: boolean }
  | { readonly wrong: 'value' | 'serverSet' };

export type PersonPart =
  | { readonly share: number | null }
  | { readonly name: string }
  | { readonly hasSsn: boolean };

/** A command of the test. If the index of a tab, person or document is larger than the list, it wraps around. */
export type Order =
  | { readonly call: 'start' }
  | ({ readonly call: 'create'; readonly wrong?: 'value' | 'serverSet' } & FromTab)
  | ({ readonly call: 'read' } & FromTab)
  | ({
      readonly call: 'change';
      readonly part: ApplicationPart;
      readonly ifMatch?: 'current' | 'stale';
    } & FromTab)
  | ({
      readonly call: 'addPerson';
      readonly kind: Kind;
      readonly share: number | null;
      readonly isRepeated?: boolean;
    } & FromTab)
  | ({
      readonly call: 'changePerson';
      readonly who: number;
      readonly part: PersonPart;
      readonly ifMatch?: 'stale';
    } & FromTab)
  | ({ readonly call: 'removePerson'; readonly who: number; readonly ifMatch?: 'stale' } & FromTab)
  | ({ readonly call: 'open'; readonly agreement: Agreement } & FromTab)
  | ({
      readonly call: 'agree';
      readonly agreement: Agreement;
      readonly agreed: boolean;
      readonly version: 'shown' | 'older';
    } & FromTab)
  | ({ readonly call: 'submit' } & FromTab)
  | ({ readonly call: 'upload'; readonly isUsable: boolean } & FromTab)
  | ({ readonly call: 'replaceDocument'; readonly which: number } & FromTab)
  | ({ readonly call: 'removeDocument'; readonly which: number } & FromTab)
  | ({ readonly call: 'heartbeat' } & FromTab)
  | ({ readonly call: 'finish'; readonly type: 'cancel' | 'completed' | 'pending' | 'timeout' } & FromTab)
  /**
   * Someone at the browser tries to resume a draft, with the right digits of the draft's tax ID or with digits that belong to no
   * draft.
   */
  | { readonly call: 'comeBack'; readonly tab: number; readonly isRight: boolean }
  | { readonly call: 'notMe' }
  | { readonly call: 'decide'; readonly tab: number; readonly decision: 'approve' | 'decline' }
  | { readonly call: 'withdraw'; readonly tab: number }
  | { readonly call: 'addLateDocument'; readonly tab: number };

/** The HTTP status of a success, or the code of an error. An operator's command returns `done` or `refused`. */
export type Answer = number | string;

export interface Outcome {
  readonly answer: Answer;
  readonly model: Model;
}

export const agreements: readonly Agreement[] = ['esign', 'terms', 'guarantor', 'controlling-party'];
const limits: Readonly<Record<Kind, number>> = { applicant: 1, owner: 4, authorized_user: 10 };
const sessionsPerBrowser = 4;
const documentsPerApplication = 5;
const threshold = 25;
const mostMisses = 5;

/** The statuses of applications that the applicant can no longer change. */
export const submittedStatuses: readonly string[] = [
  'submitted',
  'pending',
  'approved',
  'declined',
  'withdrawn',
];

export function emptyModel(program: ProgramFacts): Model {
  return { program, sessions: [], nextKey: 1 };
}

/** Returns the index of the session of a command's tab, or undefined if no session has been started. */
export function sessionAt({ sessions }: Model, tab: number): number | undefined {
  return sessions.length === 0 ? undefined : tab % sessions.length;
}

/** Returns the index of the session that owns the items in a command, or undefined if there is no such session. */
export function namedSession(model: Model, { tab, isForeign = false }: FromTab): number | undefined {
  if (!isForeign) return sessionAt(model, tab);
  return model.sessions.length > 1 ? sessionAt(model, tab + 1) : undefined;
}

/** Returns an item of a list by an index that wraps around, or undefined if the list is empty. */
function oneOf<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % Math.max(1, items.length)];
}

/** Returns the person that a command names, or undefined if there is no such person. */
export function namedPerson(model: Model, order: FromTab & { readonly who: number }): Person | undefined {
  return oneOf(applicationNamed(model, order)?.people ?? [], order.who);
}

/** Returns the key of the document that a command names, or undefined if there is no such document. */
export function namedDocument(model: Model, order: FromTab & { readonly which: number }): number | undefined {
  return oneOf(applicationNamed(model, order)?.documents ?? [], order.which);
}

function applicationNamed(model: Model, order: FromTab): Application | null | undefined {
  return model.sessions[namedSession(model, order) ?? -1]?.application;
}

export function applicantOf({ people }: Pick<Application, 'people'>): Person | undefined {
  return people.find(({ kind }) => kind === 'applicant');
}

/** Returns whether the form has questions about owners and their shares, which depends on the legal form (D17). */
function hasOwners({ organizationType }: Application): boolean {
  return !['sole_proprietorship', 'municipality', 'non_profit'].includes(organizationType);
}

/** Returns whether the shipped programs require a guarantor (D16). */
function needsGuarantor({ freeFromYears }: ProgramFacts, application: Application): boolean {
  if (['municipality', 'non_profit'].includes(application.organizationType)) return false;
  return freeFromYears === undefined || application.yearsInBusiness < freeFromYears;
}

/** Returns the percentage of the business that no one owns. Does not count the share of the person with `exceptKey`. */
function unclaimed(application: Application, exceptKey?: number): number {
  return application.people
    .filter(({ key }) => key !== exceptKey)
    .reduce((left, { share }) => left - (share ?? 0), 100);
}

function mustConfirmNoOthers(application: Application): boolean {
  return hasOwners(application) && unclaimed(application) >= threshold;
}

/** Returns a key for an agreement's text, which changes whenever the text changes. Only the last agreement names people (D30). */
function textOf(agreement: Agreement, application: Application | null): string {
  if (agreement !== 'controlling-party' || !application) return `${agreement}: ${JSON.stringify([null, []])}`;
  const { people } = application;
  const applicant = applicantOf(application);
  const owners = hasOwners(application)
    ? people.filter(
        ({ kind, share }) => kind === 'owner' || (kind === 'applicant' && (share ?? 0) >= threshold),
      )
    : [];
  const inOrder = [
    ...owners.filter(({ kind }) => kind === 'applicant'),
    ...owners.filter(({ kind }) => kind === 'owner'),
  ];
  const listed = inOrder.map(({ name, share }) => [name, share ?? 0]);
  return `${agreement}: ${JSON.stringify([applicant?.name ?? null, listed])}`;
}

/** Returns the agreements that submit requires (D10). */
export function consentsDue({ guarantor }: Pick<Application, 'guarantor'>): readonly Agreement[] {
  return agreements.filter((agreement) => agreement !== 'guarantor' || guarantor !== null);
}

/**
 * Returns the changed application with the consequences of the change: removes answers to questions that no longer apply, and
 * voids statements about the earlier state.
 */
function withConsequences(program: ProgramFacts, before: Application, changed: Application): Application {
  const people = hasOwners(changed)
    ? changed.people
    : changed.people.filter(({ kind }) => kind !== 'owner').map((person) => ({ ...person, share: null }));
  const guarantorIsGone = !people.some(({ key }) => key === changed.guarantor);
  const isFreed = needsGuarantor(program, before) && !needsGuarantor(program, changed);
  const kept = { ...changed, people, guarantor: guarantorIsGone || isFreed ? null : changed.guarantor };
  const owners = (application: Application) =>
    application.people.filter(({ kind }) => kind === 'owner').length;
  const isOfOthers =
    owners(before) !== owners(kept) || (applicantOf(before) !== undefined && !applicantOf(kept));
  const { noOtherOwners } = kept.disclosures;
  const isOpenAgain = !mustConfirmNoOthers(kept) || (noOtherOwners === true && isOfOthers);
  const confirmed = isOpenAgain
    ? { ...kept, disclosures: { ...kept.disclosures, noOtherOwners: null } }
    : kept;
  const isVoid = (agreement: Agreement) =>
    agreement === 'guarantor'
      ? before.guarantor !== confirmed.guarantor
      : textOf(agreement, before) !== textOf(agreement, confirmed);
  const consents = { ...confirmed.consents };
  for (const agreement of agreements)
    if (consents[agreement] === 'given' && isVoid(agreement)) consents[agreement] = 'lost';
  return { ...confirmed, consents };
}

const newApplication = (key: number): Application => ({
  key,
  status: 'draft',
  organizationType: 'llc',
  yearsInBusiness: 7,
  hasTaxId: true,
  guarantor: null,
  disclosures: { shareInformation: null, authority: null, noOtherOwners: null },
  people: [],
  documents: [],
  consents: { esign: 'none', terms: 'none', guarantor: 'none', 'controlling-party': 'none' },
  opened: [],
  resumeToken: { misses: 0 },
});

/** Returns the API's answer to a command, and the next state of the model. */
export function expectedOf(model: Model, order: Order): Outcome {
  const refused = (answer: Answer): Outcome => ({ answer, model });
  if (order.call === 'start') return started(model);
  if (order.call === 'comeBack') return cameBack(model, order);
  if (order.call === 'notMe')
    return { answer: 204, model: withApplications(model, (application) => closed(application)) };
  if (order.call === 'decide' || order.call === 'withdraw' || order.call === 'addLateDocument')
    return operated(model, order);

  const index = sessionAt(model, order.tab);
  const session = index === undefined ? undefined : model.sessions[index];
  if (index === undefined || !session?.isLive) return refused('session_invalid');
  const withSession = (next: Partial<Session>, nextKey = model.nextKey): Model => ({
    ...model,
    nextKey,
    sessions: model.sessions.map((one, at) => (at === index ? { ...one, ...next } : one)),
  });
  const { application } = session;
  const done = (answer: number, next: Application | null, nextKey = model.nextKey): Outcome => ({
    answer,
    model: withSession({ application: next }, nextKey),
  });

  switch (order.call) {
    case 'heartbeat':
      return refused(204);
    case 'open':
      return {
        answer: 200,
        model: withSession(
          application
            ? {
                application: {
                  ...application,
                  opened: [...application.opened, textOf(order.agreement, application)],
                },
              }
            : { opened: [...session.opened, textOf(order.agreement, application)] },
        ),
      };
    case 'finish': {
      const isDraft = application === null || application.status === 'draft';
      const saysSubmitted = order.type === 'completed' || order.type === 'pending';
      if (isDraft && saysSubmitted) return refused('conflict');
      if (!isDraft) return { answer: 204, model: withSession({ isLive: false }) };
      const next =
        order.type === 'cancel' ? erased(application, 'cancelled') : left(application, 'timed_out');
      return { answer: 204, model: withSession({ isLive: false, application: next }) };
    }
    case 'create':
      if (application) return refused(200);
      if (order.wrong) return refused(codeOf(order.wrong));
      return done(201, newApplication(index));
    default:
  }

  if (!application || namedSession(model, order) !== index) return refused('resource_not_found');
  if (order.call === 'read') return refused(200);
  if (order.call === 'submit') return submitted(model.program, application, done);
  if (namesNothing(model, order)) return refused('resource_not_found');
  if (application.status !== 'draft') return refused('conflict');
  if ('ifMatch' in order && order.ifMatch === 'stale') return refused('stale');
  const changed = (next: Application, answer = 200, nextKey = model.nextKey): Outcome =>
    done(answer, withConsequences(model.program, application, next), nextKey);

  switch (order.call) {
    case 'change': {
      const next = changedApplication(application, order.part);
      return typeof next === 'string' ? refused(next) : changed(next);
    }
    case 'addPerson': {
      const { kind, share } = order;
      const there = application.people.filter((person) => person.kind === kind).length;
      if (there >= limits[kind] || (kind === 'owner' && !hasOwners(application))) return refused('conflict');
      if (kind !== 'authorized_user' && !mayOwn(application, { kind }, share))
        return refused('validation_failed');
      const person = {
        key: model.nextKey,
        kind,
        name: nameOf(kind),
        share: kind === 'authorized_user' ? null : share,
        hasSsn: true,
      };
      return changed({ ...application, people: [...application.people, person] }, 201, model.nextKey + 1);
    }
    case 'changePerson': {
      const person = namedPerson(model, order);
      if (!person) return refused('resource_not_found');
      const { part } = order;
      if ('share' in part && person.kind === 'authorized_user') return refused('invalid_request');
      if ('share' in part && !mayOwn(application, person, part.share)) return refused('validation_failed');
      const people = application.people.map((one) => (one === person ? { ...one, ...part } : one));
      return changed({ ...application, people });
    }
    case 'removePerson': {
      const person = namedPerson(model, order);
      return changed({ ...application, people: application.people.filter((one) => one !== person) }, 204);
    }
    case 'agree':
      return agreedTo(session, application, order, done);
    case 'upload':
      if (!order.isUsable) return refused('validation_failed');
      if (application.documents.length >= documentsPerApplication) return refused('conflict');
      return done(
        201,
        { ...application, documents: [...application.documents, model.nextKey] },
        model.nextKey + 1,
      );
    case 'replaceDocument':
      return refused(200);
    case 'removeDocument': {
      const key = namedDocument(model, order);
      return done(204, { ...application, documents: application.documents.filter((one) => one !== key) });
    }
  }
}

type Done = (answer: number, next: Application) => Outcome;

function codeOf(wrong: 'value' | 'serverSet'): string {
  return wrong === 'value' ? 'validation_failed' : 'invalid_request';
}

/** Returns the name with which a person of this kind is created. */
export function nameOf(kind: Kind): string {
  return { applicant: 'Ann Larkspur', owner: 'Ned Foxglove', authorized_user: 'Ivy Bramble' }[kind];
}

/** Returns whether a command names a person or document that does not exist. */
function namesNothing(model: Model, order: Order): boolean {
  if (order.call === 'changePerson' || order.call === 'removePerson') return !namedPerson(model, order);
  if (order.call === 'replaceDocument' || order.call === 'removeDocument')
    return namedDocument(model, order) === undefined;
  return false;
}

/**
 * Returns whether a person may have this share (D6). The share must not exceed the percentage left by the others, and an owner
 * needs at least 25%.
 */
function mayOwn(
  application: Application,
  person: { kind: Kind; key?: number },
  share: number | null,
): boolean {
  if (share === null) return true;
  if (person.kind === 'owner' && share < threshold) return false;
  return share <= unclaimed(application, person.key);
}

/** Returns the application after a change, or the code of the error with which the API refuses the change. */
function changedApplication(application: Application, part: ApplicationPart): Application | string {
  if ('wrong' in part) return codeOf(part.wrong);
  if ('disclosure' in part)
    return {
      ...application,
      disclosures: { ...application.disclosures, [part.disclosure]: part.isGiven },
    };
  if ('hasTaxId' in part && part.hasTaxId) return { ...application, ...part, resumeToken: { misses: 0 } };
  if (!('guarantor' in part)) return { ...application, ...part };
  if (part.guarantor === null) return { ...application, guarantor: null };
  const applicant = applicantOf(application);
  if (part.guarantor === 'owner' || !applicant) return 'validation_failed';
  return { ...application, guarantor: applicant.key };
}

/**
 * Gives or withdraws a consent (D31). A person can consent only to the current text, and only if it was served to this session.
 */
function agreedTo(
  { opened }: Session,
  application: Application,
  { agreement, agreed, version }: Extract<Order, { call: 'agree' }>,
  done: Done,
): Outcome {
  const { consents } = application;
  if (agreement === 'guarantor' && application.guarantor === null)
    return { ...done(200, application), answer: 'conflict' };
  if (!agreed) {
    const next = consents[agreement] === 'given' ? 'none' : consents[agreement];
    return done(200, { ...application, consents: { ...consents, [agreement]: next } });
  }
  const mayAgree =
    version === 'shown' &&
    (consents[agreement] === 'given' ||
      [...opened, ...application.opened].includes(textOf(agreement, application)));
  if (!mayAgree) return { ...done(200, application), answer: 'agreement_unread' };
  return done(200, { ...application, consents: { ...consents, [agreement]: 'given' } });
}

/** Returns the outcome of submitting an application (D27). */
function submitted(program: ProgramFacts, application: Application, done: Done): Outcome {
  const refused = (answer: string) => ({ ...done(200, application), answer });
  if (application.status !== 'draft') return done(200, application);
  const open = consentsDue(application).filter((agreement) => application.consents[agreement] !== 'given');
  if (
    !isComplete(program, application) ||
    open.some((agreement) => application.consents[agreement] === 'none')
  )
    return refused('validation_failed');
  if (open.length > 0) return refused('agreement_unread');
  const isPending = program.isProofRequired && application.documents.length === 0;
  return done(200, { ...application, status: isPending ? 'pending' : 'submitted', resumeToken: null });
}

/** Returns whether the application has every answer that submit requires. Consents are checked elsewhere. */
function isComplete(program: ProgramFacts, application: Application): boolean {
  const { hasTaxId, guarantor, disclosures, people } = application;
  const hasShare = ({ kind, share }: Person) =>
    kind === 'authorized_user' || !hasOwners(application) || share !== null;
  return (
    hasTaxId &&
    applicantOf(application) !== undefined &&
    people.every((person) => person.hasSsn && hasShare(person)) &&
    (guarantor !== null || !needsGuarantor(program, application)) &&
    disclosures.shareInformation === true &&
    disclosures.authority === true &&
    (disclosures.noOtherOwners === true || !mustConfirmNoOthers(application))
  );
}

/** Returns the application without any personal data (D28). */
function erased(application: Application | null, status: string): Application | null {
  return application && { ...newApplication(application.key), status, resumeToken: null };
}

/**
 * Returns a draft as it is after its session has expired (D28, D55). It is unchanged if it has a resume token, and erased
 * otherwise.
 */
function left(application: Application | null, status: string): Application | null {
  return application?.resumeToken ? application : erased(application, status);
}

function withApplications(
  model: Model,
  next: (application: Application, session: Session) => Application | null,
): Model {
  const sessions = model.sessions.map((session) => {
    const { application } = session;
    if (application?.status !== 'draft' || !application.resumeToken) return session;
    const changed = next(application, session);
    // If a draft loses its resume token and has no live session, it is erased.
    return { ...session, application: session.isLive ? changed : left(changed, 'timed_out') };
  });
  return { ...model, sessions };
}

const closed = (application: Application): Application => ({ ...application, resumeToken: null });

/**
 * Returns the outcome of a try to resume (D55). A successful try moves the draft to a new session. A failed try counts as a miss
 * for each draft of the browser, and the fifth miss revokes the resume token.
 */
function cameBack(model: Model, { tab, isRight }: Extract<Order, { call: 'comeBack' }>): Outcome {
  const index = sessionAt(model, tab);
  const session = index === undefined ? undefined : model.sessions[index];
  const { application = null } = session ?? {};
  if (
    !isRight ||
    !session ||
    application?.status !== 'draft' ||
    !application.resumeToken ||
    !application.hasTaxId
  )
    return { answer: 'resource_not_found', model: withApplications(model, missed) };
  const taken = model.sessions.map((one) =>
    one === session ? { ...one, isLive: false, application: null } : one,
  );
  const sessions = [
    ...withRoom(taken),
    { ...session, isLive: true, application: { ...application, resumeToken: { misses: 0 } } },
  ];
  return { answer: 200, model: { ...model, sessions } };
}

function missed(application: Application): Application {
  const misses = (application.resumeToken?.misses ?? 0) + 1;
  return { ...application, resumeToken: misses === mostMisses ? null : { misses } };
}

/** Ends the oldest sessions, so that a browser has at most four live sessions including the next one (D23). */
function withRoom(sessions: readonly Session[]): readonly Session[] {
  const live = sessions.filter(({ isLive }) => isLive);
  const ended = live.slice(0, Math.max(0, live.length - sessionsPerBrowser + 1));
  return sessions.map((session) => {
    if (!ended.includes(session)) return session;
    const { application } = session;
    const isDraft = application?.status === 'draft';
    return { ...session, isLive: false, application: isDraft ? left(application, 'expired') : application };
  });
}

/** Starts a session (D23). If it is the browser's fifth live session, the oldest session ends. */
function started(model: Model): Outcome {
  const begun: Session = { isLive: true, opened: [], application: null };
  return { answer: 200, model: { ...model, sessions: [...withRoom(model.sessions), begun] } };
}

/** Returns the outcome of an operator's command (D26). */
function operated(
  model: Model,
  order: Extract<Order, { call: 'decide' | 'withdraw' | 'addLateDocument' }>,
): Outcome {
  const index = sessionAt(model, order.tab);
  const application = index === undefined ? undefined : model.sessions[index]?.application;
  const from = {
    decide: ['submitted', 'pending'],
    withdraw: ['submitted', 'pending'],
    addLateDocument: ['pending'],
  }[order.call];
  if (!application || !from.includes(application.status)) return { answer: 'refused', model };
  const next: Application =
    order.call === 'addLateDocument'
      ? { ...application, status: 'submitted', documents: [...application.documents, model.nextKey] }
      : {
          ...application,
          status:
            order.call === 'withdraw' ? 'withdrawn' : order.decision === 'approve' ? 'approved' : 'declined',
        };
  return {
    answer: 'done',
    model: {
      ...model,
      nextKey: model.nextKey + 1,
      sessions: model.sessions.map((one, at) => (at === index ? { ...one, application: next } : one)),
    },
  };
}
