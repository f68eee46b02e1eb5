/** Computes the rows and audit events of a change to an application and of its consequences, as plain data (D17, D31, D32). */
import { type ApplicationState, sectionKeys } from '../../form/fields/application-state.ts';
import type { Fields } from '../../form/fields/field.ts';
import { baseForm } from '../../form/fields/form.ts';
import { voidedAgreements } from '../../form/state/consents.ts';
import type { ApplicationRow } from '../db/queries/applications.ts';
import type { AuditEvent } from '../db/queries/audit-events.ts';
import type { Queries } from '../db/transactions.ts';
import type { Program } from '../programs/programs.ts';
import type { StoreKeys } from '../security/installation-key.ts';
import { type Answers, envelopeOf, sealContent, withoutCleared } from '../security/sealed-answers.ts';
import { placeOf } from '../security/sealed-columns.ts';
import type { ApplicationRecord, ConsentRecord, PersonRecord } from './application-record.ts';
import { auditedParts, fieldsOfPerson, unvoidedConsent } from './application-record.ts';
import { partsHash } from './audited-state.ts';
import { type DisclosureEvidence, disclosureAgreement, disclosureConsents } from './consents.ts';
import { changedRow, type RowChange } from './row-change.ts';

/** The change that a call requested. All other differences between the states before and after are consequences of it. */
interface RequestedChange {
  /** The part that the call changes: the application itself or its people. The audit events of this part come first. */
  readonly of: 'application' | 'people';
  /** The names of the sent fields of the person with `personnelId`. Without `personnelId`, they are fields of the business. */
  readonly sent?: { readonly keys: readonly string[]; readonly personnelId?: string };
  /** The names of the sent disclosures, and the evidence of the consents given by checking disclosures (D31). */
  readonly disclosures?: DisclosureEvidence & { readonly keys: readonly string[] };
}

const isGiven = (value: unknown) => value !== null && value !== undefined;

/** Returns the names of fields whose value changed or that are in `unreadable`. Fields with a value in `after` come first. */
function changedKeys(before: object, after: object, unreadable: readonly string[] = []): string[] {
  const was = before as Readonly<Record<string, unknown>>;
  const is = after as Readonly<Record<string, unknown>>;
  const isChanged = (key: string) => is[key] !== was[key] || unreadable.includes(key);
  return [
    ...Object.keys(is).filter((key) => isGiven(is[key]) && isChanged(key)),
    ...Object.keys(was).filter((key) => isGiven(was[key]) && !isGiven(is[key])),
  ];
}

/** The values needed to compute a change: the program, the encryption keys and the database's time. */
export type ChangeContext = { readonly program: Program; readonly now: Date; readonly keys: StoreKeys };

export interface Draft extends ChangeContext {
  readonly record: ApplicationRecord;
  /** Used to read rows that do not belong to the draft. */
  readonly queries: Queries;
}

/** The rows that a change writes. */
export interface PlannedChange {
  /** The application in its state after the change. */
  readonly record: ApplicationRecord;
  /** The application's own row with its audit events. Undefined if the change writes nothing. */
  readonly row: RowChange | undefined;
  readonly people: {
    readonly removed: readonly string[];
    readonly added: readonly PersonRecord[];
    readonly changed: readonly PersonRecord[];
  };
  readonly consents: {
    readonly given: readonly ConsentRecord[];
    /** The ids of the consents that the change voids. */
    readonly voided: readonly string[];
  };
}

/** Returns a change that writes nothing. */
export function noChange(record: ApplicationRecord): PlannedChange {
  return { record, row: undefined, people: { removed: [], added: [], changed: [] }, consents: noConsents };
}

const noConsents = { given: [], voided: [] };

/** Returns the rows that turn a draft from the state `before` into the state `after`, with their audit events. */
export function plannedChange(
  context: ChangeContext,
  record: ApplicationRecord,
  before: ApplicationState,
  after: ApplicationState,
  requested: RequestedChange,
): PlannedChange {
  const { sent } = requested;
  const unreadable =
    sent && sent.personnelId === undefined ? unreadableKeys(baseForm.application, record, sent.keys) : [];
  const changedData = changedKeys(before.applicationData, after.applicationData, unreadable);
  const changedDisclosures = changedKeys(before.disclosures, after.disclosures);
  const confirmed = sectionKeys.filter((key) => after.sections[key] && !before.sections[key]);
  const people = changedPeople(record, after, sent, context.now);
  const touchesApplication = changedData.length + changedDisclosures.length + confirmed.length > 0;
  if (!touchesApplication && people.events.length === 0) return noChange(record);

  const isSent = (key: string) => requested.disclosures?.keys.includes(key) ?? false;
  const given = requested.disclosures
    ? disclosureConsents(context, record, after, changedDisclosures.filter(isSent), requested.disclosures)
    : [];
  const voided = [
    ...voidedAgreements(before, after),
    ...changedDisclosures.filter((key) => !isSent(key)).flatMap((key) => disclosureAgreement(key) ?? []),
  ].flatMap((agreement) => unvoidedConsent(record, agreement) ?? []);
  const answers = [
    ...answersChanged('applicationData', changedData),
    ...answersChanged('disclosures', changedDisclosures),
    ...given.map(({ agreed, agreement, version }): AuditEvent => {
      return { type: agreed ? 'agreed' : 'agreement_withdrawn', detail: { agreement, version } };
    }),
  ];
  const consents = { given, voided: voided.map(({ id }) => id) };
  const changed = {
    ...record,
    answers: after.applicationData,
    earlier: stillEarlier(record.earlier, changedData),
    disclosures: withoutCleared(after.disclosures),
    sections: withoutCleared(after.sections),
    personnel: people.after,
    consents: changedConsents(record.consents, consents, context.now),
  };
  const columns = touchesApplication ? applicationColumns(changed) : {};
  const row = changedRow(context, record.row, { ...columns, ...changedParts(changed) }, [
    ...(requested.of === 'application' ? [...answers, ...people.events] : [...people.events, ...answers]),
    ...voided.map(({ agreement }) => ({ type: 'agreement_voided', detail: { agreement } }) as const),
    ...confirmed.map((section) => ({ type: 'section_confirmed', detail: { section } }) as const),
  ]);
  return { record: { ...changed, row: row.after }, row, people, consents };
}

/** Returns the new `parts_hash` if people, documents or consents changed, otherwise no columns. */
export function changedParts(record: ApplicationRecord): Partial<ApplicationRow> {
  const parts_hash = partsHash(auditedParts(record));
  return record.row.parts_hash?.equals(parts_hash) ? {} : { parts_hash };
}

function answersChanged(part: string, keys: readonly string[]): readonly AuditEvent[] {
  return keys.length > 0
    ? [{ type: 'answers_changed', detail: { fields: keys.map((key) => `${part}.${key}`) } }]
    : [];
}

/**
 * Returns an application's newest consents after a change that gives the consents `given` and voids the consents whose ids are
 * `voided`.
 */
export function changedConsents(
  consents: readonly ConsentRecord[],
  { given, voided }: PlannedChange['consents'],
  now: Date,
): readonly ConsentRecord[] {
  const isNewest = ({ agreement }: ConsentRecord) => !given.some((newer) => newer.agreement === agreement);
  return [
    ...consents
      .filter(isNewest)
      .map((consent) => (voided.includes(consent.id) ? { ...consent, voidDateTime: now } : consent)),
    ...given,
  ];
}

function applicationColumns({ row, key, ...record }: ApplicationRecord): Partial<ApplicationRow> {
  const { answers, disclosures, sections, earlier } = record;
  const version = row.version + 1;
  const sealed = sealContent({ answers, disclosures, sections, earlier }, key, placeOf(row), version);
  const emptied = envelopeOf(row) ? {} : { answers: {}, disclosures: {}, sections: {} };
  return { version, ...sealed, ...emptied };
}

/** Returns the people that a change removes, adds and changes, all people after the change, and the change's audit events. */
function changedPeople(
  { row, key, personnel: before }: ApplicationRecord,
  { personnel }: ApplicationState,
  sent: RequestedChange['sent'],
  now: Date,
) {
  const removed = before.map(({ id }) => id).filter((id) => !personnel.some((person) => person.id === id));
  const events = removed.map(
    (personnelId): AuditEvent => ({ type: 'person_removed', detail: { personnelId } }),
  );
  const added: PersonRecord[] = [];
  const changed: PersonRecord[] = [];
  const after = personnel.map(({ id, personnelType, answers }) => {
    const stored = before.find((person) => person.id === id);
    const isSent = stored && sent?.personnelId === id;
    const unreadable = isSent ? unreadableKeys(fieldsOfPerson(personnelType), stored, sent.keys) : [];
    const fields = changedKeys(stored?.answers ?? {}, answers, unreadable);
    if (stored && fields.length === 0) return stored;
    const version = (stored?.version ?? 0) + 1;
    const earlier = stillEarlier(stored?.earlier ?? {}, fields);
    const { sealed } = sealContent({ answers, earlier }, key, placeOf(row, id), version);
    const times = { createDateTime: stored?.createDateTime ?? now, updateDateTime: now };
    const person = { id, personnelType, answers, earlier, sealed, version, ...times };
    if (stored) {
      changed.push(person);
      events.push({ type: 'person_changed', detail: { personnelId: id, fields } });
    } else {
      added.push(person);
      events.push({ type: 'person_added', detail: { personnelId: id, personnelType } });
    }
    return person;
  });
  return { removed, added, changed, after, events };
}

/** Returns `earlier` without the fields that the current session has changed (D55). */
function stillEarlier(earlier: Answers, changed: readonly string[]): Answers {
  return Object.fromEntries(Object.entries(earlier).filter(([key]) => !changed.includes(key)));
}

/**
 * Returns the sent fields that the session can't read. They count as changed even if the value is the same. Otherwise, a client
 * could guess a stored answer: the row's version would stay the same only if the guess was correct (D55).
 */
function unreadableKeys(fields: Fields, { earlier }: Pick<PersonRecord, 'earlier'>, sent: readonly string[]) {
  return sent.filter((key) => fields[key]?.sensitive === 'masked' || key in earlier);
}
