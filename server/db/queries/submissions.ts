/** Queries for submissions: an application's encrypted snapshot and evidence, which are written once and never changed (D27). */
import { anyOf } from '../any-of.ts';
import type { NewRow, Row } from '../tables.ts';
import type { Queries, Transaction } from '../transactions.ts';

export type SubmissionRow = Pick<Row<'submission'>, 'snapshot' | 'evidence'>;

export async function insertSubmission(transaction: Transaction, row: NewRow<'submission'>): Promise<void> {
  await transaction.insertInto('submission').values(row).execute();
}

/** Returns a submission with its application's row, or undefined if the application wasn't submitted or was purged (D38). */
export async function findSubmission(queries: Queries, applicationId: string) {
  const found = await queries
    .selectFrom('application')
    .innerJoin('submission', 'submission.application_id', 'application.id')
    .selectAll('application')
    .select(['submission.snapshot', 'submission.evidence'])
    .where('application.id', '=', applicationId)
    .executeTakeFirst();
  if (!found) return undefined;
  const { snapshot, evidence, ...application } = found;
  return { application, submission: { snapshot, evidence } };
}

/** Returns the submissions of the given applications. Omits applications that weren't submitted or were purged. */
export async function submissionsOf(queries: Queries, applicationIds: readonly string[]) {
  if (applicationIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom('submission')
    .select(['application_id', 'snapshot', 'evidence'])
    .where('application_id', '=', anyOf(applicationIds))
    .execute();
  return new Map(rows.map(({ application_id, ...row }) => [application_id, row]));
}

/** Returns which of the given applications were submitted and have not been purged. */
export async function submittedAmong(db: Queries, applicationIds: readonly string[]) {
  const rows = await db
    .selectFrom('submission')
    .select('application_id')
    .where('application_id', 'in', applicationIds)
    .execute();
  return new Set(rows.map(({ application_id }) => application_id));
}
