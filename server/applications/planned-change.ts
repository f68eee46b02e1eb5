/**
 * The effect of a change on an application: its rows, the consents that become void, and the audit events of both what
 * was asked for and what followed from it (D17, D31, D32). It is worked out as plain data, from what was read;
 * `write-change.ts` writes it.
 */

import type { ApplicationState } from '../../form/fields/application-state.ts';
import { sectionKeys } from '../../form/fields/application-state.ts';
import type { Fields } from '../../form/fields/field.ts';
import { baseForm } from '../../form/fields/form.ts';
import type { Person } from '../../form/people/people.ts';
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
import type { ConsentSource, ShownDisclosures } from './consents.ts';
import { disclosureAgreement, disclosureConsents } from './consents.ts';
import { changedRow, type RowChange } from './row-change.ts';

/** What was asked for; everything else that changed followed from it. */
export interface RequestedChange {
  /** The records that the change began with; their events come first. */
  readonly of: 'application' | 'people';
  /** The keys of the answers that were sent: about the business, or of the person with this id. */
  readonly sent?: { readonly keys: readonly string[]; readonly personnelId?: string };
  /** The disclosures that were sent, and from where, for the evidence of their consents (D31). */
  readonly disclosures?: {
    readonly keys: readonly string[];
    readonly from: ConsentSource;
    readonly shown?: ShownDisclosures | undefined;
  };
}

const isGiven = (value: unknown) => value !== null && value !== undefined;

/** Keys whose value differs from before or that are among `resent`, those that have a value now first. */
function changedKeys(before: object, after: object, resent: readonly string[] = []): string[] {
  const was = before as Readonly<Record<string, unknown>>;
  const is = after as Readonly<Record<string, unknown>>;
  return [
    ...Object.keys(is).filter((key) => isGiven(is[key]) && (is[key] !== was[key] || resent.includes(key))),
    ...Object.keys(was).filter((key) => isGiven(was[key]) && !isGiven(is[key])),
  ];
}

/** What a change is worked out with: the program, and the moment of the change by the database's clock. */
export interface ChangeContext {
  readonly program: Program;
  readonly now: Date;
  readonly keys: StoreKeys;
}

/** A draft as a change begins with it. */
export interface Draft extends ChangeContext {
  readonly record: ApplicationRecord;
  /** For what a change has to read beside the draft. */
  readonly queries: Queries;
}

/** What a change writes. */
export interface PlannedChange {
  /** The application as it is once this is written. */
  readonly record: ApplicationRecord;
  /** The application's own row with the audit events; undefined where nothing is written. */
  readonly row: RowChange | undefined;
  readonly people: {
    readonly removed: readonly string[];
    readonly added: readonly PersonRecord[];
    readonly changed: readonly PersonRecord[];
  };
  readonly consents: {
    readonly given: readonly ConsentRecord[];
    /** The ids of those that the change makes void. */
    readonly voided: readonly string[];
  };
}

/** A change that writes nothing. */
export function noChange(record: ApplicationRecord): PlannedChange {
  return { record, row: undefined, people: { removed: [], added: [], changed: [] }, consents: noConsents };
}

const noConsents = { given: [], voided: [] };

/** Works out what the difference between two states writes. */
export function plannedChange(
  context: ChangeContext,
  record: ApplicationRecord,
  before: ApplicationState,
  after: ApplicationState,
  requested: RequestedChange,
): PlannedChange {
  const { sent } = requested;
  const resent =
    sent && sent.personnelId === undefined ? unseen(baseForm.application, record, sent.keys) : [];
  const changedData = changedKeys(before.applicationData, after.applicationData, resent);
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
    ...given.map(consentGiven),
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
  const columns = touchesApplication ? applicationColumns(record, after, changedData) : {};
  const row = changedRow(context, record.row, { ...columns, ...changedParts(changed) }, [
    ...(requested.of === 'application' ? [...answers, ...people.events] : [...people.events, ...answers]),
    ...voided.map(({ agreement }) => ({ type: 'agreement_voided', detail: { agreement } }) as const),
    ...confirmed.map((section) => ({ type: 'section_confirmed', detail: { section } }) as const),
  ]);
  return { record: { ...changed, row: row.after }, row, people, consents };
}

/** The column that follows from what belongs to an application, where that has changed. */
export function changedParts(record: ApplicationRecord): Partial<ApplicationRow> {
  const parts_hash = partsHash(auditedParts(record));
  return record.row.parts_hash?.equals(parts_hash) ? {} : { parts_hash };
}

function answersChanged(part: string, keys: readonly string[]): readonly AuditEvent[] {
  return keys.length > 0
    ? [{ type: 'answers_changed', detail: { fields: keys.map((key) => `${part}.${key}`) } }]
    : [];
}

function consentGiven({ agreed, agreement, version }: ConsentRecord): AuditEvent {
  return { type: agreed ? 'agreed' : 'agreement_withdrawn', detail: { agreement, version } };
}

/** The newest consents once some are given and some are void. */
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

/** The columns of the application's own answers, as a new version. */
function applicationColumns(
  { row, key, earlier }: ApplicationRecord,
  { applicationData, disclosures, sections }: ApplicationState,
  changedData: readonly string[],
): Partial<ApplicationRow> {
  const version = row.version + 1;
  const content = {
    answers: applicationData,
    disclosures,
    sections,
    earlier: stillEarlier(earlier, changedData),
  };
  const emptied = envelopeOf(row) ? {} : { answers: {}, disclosures: {}, sections: {} };
  return { version, ...sealContent(content, key, placeOf(row), version), ...emptied };
}

/** The people who are added, removed or changed, all as they are then, and the audit events of it. */
function changedPeople(
  record: ApplicationRecord,
  { personnel }: ApplicationState,
  sent: RequestedChange['sent'],
  now: Date,
) {
  const storedOf = ({ id }: Person) => record.personnel.find((one) => one.id === id);
  const resentOf = (stored: PersonRecord | undefined) =>
    stored && stored.id === sent?.personnelId
      ? unseen(fieldsOfPerson(stored.personnelType), stored, sent.keys)
      : [];
  const fieldsOf = (person: Person) => {
    const stored = storedOf(person);
    return changedKeys(stored?.answers ?? {}, person.answers, resentOf(stored));
  };
  const removed = record.personnel
    .filter(({ id }) => !personnel.some((person) => person.id === id))
    .map(({ id }) => id);
  const after = personnel.map((person): PersonRecord => {
    const stored = storedOf(person);
    const fields = fieldsOf(person);
    return stored && fields.length === 0 ? stored : writtenPerson(record, person, { stored, fields, now });
  });
  const added = after.filter((person) => !storedOf(person));
  const changed = after.filter((person) => !added.includes(person) && !record.personnel.includes(person));
  const events: readonly AuditEvent[] = [
    ...removed.map((personnelId) => ({ type: 'person_removed', detail: { personnelId } }) as const),
    ...after.flatMap((person): readonly AuditEvent[] => {
      const { id: personnelId, personnelType } = person;
      if (added.includes(person)) return [{ type: 'person_added', detail: { personnelId, personnelType } }];
      if (!changed.includes(person)) return [];
      return [{ type: 'person_changed', detail: { personnelId, fields: fieldsOf(person) } }];
    }),
  ];
  return { removed, added, changed, after, events };
}

/** A new or changed person as the row stores them; `fields` are those that changed. */
function writtenPerson(
  { row, key }: ApplicationRecord,
  { id, personnelType, answers }: Person,
  change: {
    readonly stored: PersonRecord | undefined;
    readonly fields: readonly string[];
    readonly now: Date;
  },
): PersonRecord {
  const { stored, fields, now } = change;
  const version = (stored?.version ?? 0) + 1;
  const earlier = stillEarlier(stored?.earlier ?? {}, fields);
  const { sealed } = sealContent({ answers, earlier }, key, placeOf(row, id), version);
  const createDateTime = stored?.createDateTime ?? now;
  return { id, personnelType, answers, earlier, sealed, version, createDateTime, updateDateTime: now };
}

/** Of the answers of an earlier session those that this one has not replaced (D55). */
function stillEarlier(earlier: Answers, changed: readonly string[]): Answers {
  return Object.fromEntries(Object.entries(earlier).filter(([key]) => !changed.includes(key)));
}

/**
 * Of the answers that were sent those that the session cannot read: masked ones, and those of an earlier session. They count as
 * changed whatever they are. Otherwise the version would tell whoever came back whether they had guessed one (D55).
 */
function unseen(
  fields: Fields,
  { earlier }: { readonly earlier: Answers },
  sent: readonly string[],
): readonly string[] {
  return sent.filter((key) => fields[key]?.sensitive === 'masked' || key in earlier);
}
