/** Checks that the rows that a server stores for an application match the model and are valid. */
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { expect } from 'vitest';
import { storedApplication } from '../stored-applications.ts';
import type { TestServer } from '../test-server.ts';
import { consentsDue } from './application-rules.ts';
import { type Application, applicantOf, submittedStatuses } from './state.ts';

/** The rows of an application at one moment. Sensitive columns are encrypted. */
export type Kept = Awaited<ReturnType<typeof keptOf>>[number];

/** Returns the rows of applications, read in one statement. */
export async function keptOf({ database: { db } }: Pick<TestServer, 'database'>, ids: readonly string[]) {
  const rows = await db
    .selectFrom('application')
    .selectAll()
    .select(({ selectFrom }) => [
      jsonArrayFrom(
        selectFrom('personnel').selectAll().whereRef('application_id', '=', 'application.id').orderBy('id'),
      ).as('personnel'),
      jsonArrayFrom(
        selectFrom('consent').selectAll().whereRef('application_id', '=', 'application.id').orderBy('id'),
      ).as('consents'),
      jsonArrayFrom(
        selectFrom('submission').selectAll().whereRef('application_id', '=', 'application.id'),
      ).as('submissions'),
      jsonArrayFrom(
        selectFrom('document')
          .select(['id', 'sha256', 'update_date_time'])
          .whereRef('application_id', '=', 'application.id')
          .orderBy('id'),
      ).as('documents'),
      jsonArrayFrom(
        selectFrom('outbox').select(['id', 'kind']).whereRef('application_id', '=', 'application.id'),
      ).as('jobs'),
      jsonArrayFrom(
        selectFrom('idempotent_answer').select('key').whereRef('session_id', '=', 'application.session_id'),
      ).as('responses'),
    ])
    .where('id', 'in', ids)
    .execute();
  return rows.map(
    ({
      audit_sequence: sequence,
      audit_hash: _,
      update_date_time: __,
      personnel,
      consents,
      submissions,
      documents,
      jobs,
      responses,
      ...row
    }) => ({ sequence, row, personnel, consents, submissions, documents, jobs, responses }),
  );
}

/**
 * Returns an application's stored data as text, for comparison. Leaves out the audit sequence, the outbox jobs and the stored
 * responses.
 */
export function contentOf({ sequence: _, jobs: __, responses: ___, ...content }: Kept): string {
  return JSON.stringify(content);
}

/** Returns the rows that must not change after submit: the answers, people, consents and the submission. */
function frozenOf({ row: { sealed }, personnel, consents, submissions }: Kept): object {
  return { sealed, personnel, consents, submissions };
}

/**
 * Expects the audit trail to be longer if the rows changed. For an application that is no longer a draft, also expects the
 * answers, people, consents, submission and earlier documents to be unchanged.
 */
export function expectLegalStep(before: Kept, after: Kept): void {
  if (contentOf(before) !== contentOf(after)) expect(after.sequence).toBeGreaterThan(before.sequence);
  if (before.row.status === 'draft') return;
  expect(frozenOf(after)).toEqual(frozenOf(before));
  expect(after.documents.slice(0, before.documents.length)).toEqual(before.documents);
}

/** Expects the rows of an application to match the model and to be valid. */
export async function expectLegalState(
  server: TestServer,
  kept: Kept,
  model: Application,
  personIds: ReadonlyMap<number, string>,
): Promise<void> {
  const { row, submissions, jobs } = kept;
  expect(row.status).toBe(model.status);
  const isSubmitted = submittedStatuses.includes(model.status);
  expect(submissions).toHaveLength(isSubmitted ? 1 : 0);
  expect(row.reference_number !== null).toBe(isSubmitted);
  expect(row.submitted_date_time !== null).toBe(isSubmitted);
  const countOf = (kind: string) => jobs.filter((job) => job.kind === kind).length;
  expect([countOf('mail'), countOf('delivery')]).toEqual(isSubmitted ? [1, 1] : [0, 0]);
  if (isSubmitted) await expectConsents(server, kept, model);
  if (isSubmitted || model.status === 'draft') await expectAnswers(server, kept, model, personIds);
  else expectErased(kept);
}

/**
 * Expects each required consent to be given and not void. The agreement's text must have been served to the session or for the
 * application before the person consented.
 */
async function expectConsents(
  { database: { db } }: TestServer,
  kept: Kept,
  model: Application,
): Promise<void> {
  const openings = await db
    .selectFrom('agreement_opening')
    .selectAll()
    .where((is) =>
      is.or([is('session_id', '=', kept.row.session_id), is('application_id', '=', kept.row.id)]),
    )
    .execute();
  for (const agreement of consentsDue(model)) {
    const newest = kept.consents
      .filter((consent) => consent.agreement === agreement)
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .at(-1);
    expect(newest, agreement).toMatchObject({ agreed: true, void_date_time: null });
    const wasServed = openings.some(
      (opening) =>
        opening.agreement === agreement &&
        opening.sha256 === newest?.sha256 &&
        opening.open_date_time <= new Date(newest?.agreed_date_time ?? 0),
    );
    expect(wasServed, `${agreement} was served before`).toBe(true);
  }
}

async function expectAnswers(
  server: TestServer,
  kept: Kept,
  model: Application,
  personIds: ReadonlyMap<number, string>,
): Promise<void> {
  const { answers, disclosures, personnel } = await storedApplication(server.services, kept.row.id);
  expect({
    organizationType: answers['organizationType'],
    yearsInBusiness: answers['yearsInBusiness'],
    hasTaxId: (answers['taxId'] ?? null) !== null,
    guarantor: answers['guarantorId'] ?? null,
  }).toEqual({
    organizationType: model.organizationType,
    yearsInBusiness: model.yearsInBusiness,
    hasTaxId: model.hasTaxId,
    guarantor: model.guarantor === null ? null : personIds.get(model.guarantor),
  });
  for (const [key, value] of Object.entries(model.disclosures))
    expect(disclosures[key] ?? null, key).toBe(value);
  const people = personnel.map(({ id, personnelType, answers: given }) => ({
    id,
    kind: personnelType,
    name: given['fullName'],
    share: given['percentageOwned'] ?? null,
    hasSsn: (given['ssn'] ?? null) !== null,
  }));
  expect(people).toEqual(
    model.people
      .map(({ key, ...person }) => ({ id: personIds.get(key), ...person }))
      .toSorted((one, other) => ((one.id ?? '') < (other.id ?? '') ? -1 : 1)),
  );
  expect(kept.documents).toHaveLength(model.documents.length);
  expect(model.guarantor ?? applicantOf(model)?.key).toBe(applicantOf(model)?.key);
}

/** Expects that no personal data is left: no answer, person, document, key or stored response (D28). */
function expectErased({ row, personnel, documents, consents, responses }: Kept): void {
  expect(row).toMatchObject({ answers: {}, sealed: {}, disclosures: {}, sections: {}, data_key: null });
  expect([personnel, documents, responses]).toEqual([[], [], []]);
  for (const { ip, user_agent, signer_name, signer } of consents)
    expect([ip, user_agent, signer_name, signer]).toEqual([null, null, null, null]);
}
