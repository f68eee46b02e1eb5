/** PATCH of an application: answers, disclosures and sections, all or nothing (D11, D17, D45). */
import { changeProblems, readAnswers, voidedAgreements } from '../../form/changes.ts';
import { guarantorProblems, sectionProblems } from '../../form/completeness.ts';
import type { Fields } from '../../form/field.ts';
import { baseForm, fieldsOf } from '../../form/form.ts';
import type { Problem } from '../../form/judge.ts';
import { withoutStrayOwners } from '../../form/saves.ts';
import type { SectionKey, Situation } from '../../form/situation.ts';
import { ownersOf, ruleContext, sectionKeys } from '../../form/situation.ts';
import { notValid, wrong } from '../problem.ts';
import { sealAnswers } from '../security/sealed-answers.ts';
import type { ApplicationRow } from '../store/applications.ts';
import type { AuditEvent } from '../store/audit-events.ts';
import { deletePersonnel } from '../store/personnel.ts';
import type { ApplicationRecord } from './application-record.ts';
import { placeOfRecord, restingAnswersOf, situationOf } from './application-record.ts';
import type { Writing } from './application-writer.ts';
import { updateApplication } from './application-writer.ts';
import { recordDisclosureConsents, voidConsents } from './consents.ts';

type Sent = Readonly<Record<string, unknown>>;

/** What a caller wants changed; each part is as it came, its names already checked. */
export interface ApplicationChanges {
  readonly applicationData?: Sent | undefined;
  readonly disclosures?: Sent | undefined;
  readonly sections?: Sent | undefined;
  /** Who asks, for the evidence of a disclosure's consent (D31). */
  readonly from: { readonly ip: string; readonly userAgent: string | null };
}

/** A record with changes laid over it; what was cleared is left out. */
function merge(record: object, changes: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries({ ...record, ...changes }).filter(([, value]) => value !== null && value !== undefined),
  );
}

function prefixed(prefix: string, problems: readonly Problem[]): Problem[] {
  return problems.map((problem) => ({ ...problem, field: `${prefix}.${problem.field}` }));
}

function wrongSections(sections: Sent): Problem[] {
  return Object.entries(sections)
    .filter(([, value]) => value !== true)
    .map(([key]) => wrong(`sections.${key}`));
}

/** Fields whose value is another one than before. */
function changedKeys(before: object, after: object, keys: readonly string[]): string[] {
  const was = before as Readonly<Record<string, unknown>>;
  const is = after as Readonly<Record<string, unknown>>;
  return keys.filter((key) => (was[key] ?? null) !== (is[key] ?? null));
}

/** Applies the changes and answers the new row, or refuses with one problem per wrong field and changes nothing. */
export async function changeApplication(
  writing: Writing,
  record: ApplicationRecord,
  changes: ApplicationChanges,
): Promise<ApplicationRow> {
  const { program, now } = writing;
  const before = situationOf(record, program, now);
  const applicationFields: Fields = fieldsOf(program.form, 'application');
  const disclosureFields: Fields = fieldsOf(program.form, 'disclosures');
  const sentData = readAnswers(baseForm.application, changes.applicationData ?? {});
  const sentDisclosures = readAnswers(baseForm.disclosures, changes.disclosures ?? {});
  const confirmed = Object.keys(changes.sections ?? {}) as SectionKey[];

  const answered: Situation = {
    ...before,
    applicationData: merge(record.answers, sentData),
    disclosures: merge(before.disclosures, sentDisclosures),
  };
  const after = withoutStrayOwners(answered);
  const judged = situationOf({ ...record, answers: after.applicationData }, program, now);

  const dataContext = ruleContext(after, after.applicationData);
  const problems = [
    ...prefixed('applicationData', changeProblems(applicationFields, sentData, dataContext, after)),
    ...('guarantorId' in sentData && typeof sentData['guarantorId'] === 'string'
      ? guarantorProblems(after)
      : []),
    ...prefixed(
      'disclosures',
      changeProblems(disclosureFields, sentDisclosures, ruleContext(after, after.disclosures), after),
    ),
    ...wrongSections(changes.sections ?? {}),
  ];
  if (problems.length > 0) throw notValid(problems);
  const incomplete = confirmed.flatMap((section) =>
    sectionProblems(section, { ...after, guarantorRequired: judged.guarantorRequired }),
  );
  if (incomplete.length > 0) throw notValid(incomplete);

  const changedData = changedKeys(record.answers, after.applicationData, Object.keys(sentData));
  const changedDisclosures = changedKeys(before.disclosures, after.disclosures, [
    ...new Set([...Object.keys(sentDisclosures), 'noOtherOwners']),
  ]);
  const newlyConfirmed = sectionKeys.filter((key) => confirmed.includes(key) && !before.sections[key]);
  const lostOwners = ownersOf(before).filter((owner) => !after.personnel.includes(owner));
  if (changedData.length + changedDisclosures.length + newlyConfirmed.length + lostOwners.length === 0)
    return record.row;

  await deletePersonnel(
    writing.transaction,
    lostOwners.map(({ id }) => id),
  );
  const voided = await voidConsents(writing, record, voidedAgreements(before, after));
  const agreedEvents = await recordDisclosureConsents(
    writing,
    record,
    after,
    changedDisclosures,
    changes.from,
  );
  const events: AuditEvent[] = [
    ...(changedData.length > 0
      ? [
          {
            type: 'answers_changed',
            detail: { fields: changedData.map((key) => `applicationData.${key}`) },
          } as const,
        ]
      : []),
    ...(changedDisclosures.length > 0
      ? [
          {
            type: 'answers_changed',
            detail: { fields: changedDisclosures.map((key) => `disclosures.${key}`) },
          } as const,
        ]
      : []),
    ...agreedEvents,
    ...lostOwners.map(({ id }) => ({ type: 'person_removed', detail: { personnelId: id } }) as const),
    ...voided,
    ...newlyConfirmed.map((section) => ({ type: 'section_confirmed', detail: { section } }) as const),
  ];
  const resting = sealAnswers(
    baseForm.application,
    after.applicationData,
    record.key,
    placeOfRecord(record.row),
    {
      ...restingAnswersOf(record),
      opened: record.answers,
    },
  );
  return updateApplication(
    writing,
    record.row,
    {
      version: record.row.version + 1,
      answers: resting.answers,
      sealed: resting.sealed,
      disclosures: { ...after.disclosures },
      sections: { ...before.sections, ...Object.fromEntries(newlyConfirmed.map((key) => [key, true])) },
    },
    events,
  );
}
