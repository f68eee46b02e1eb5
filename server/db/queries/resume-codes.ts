/** Queries for the rows of emailed codes (D55). A row doesn't contain its code, which is computed from the row's id. */
import type { Timed } from '../clock.ts';
import type { NewRow, Row } from '../tables.ts';
import type { Queries, Transaction } from '../transactions.ts';

/** The purpose of a code: to verify an email address, or to open the draft of a resume link. */
export type CodePurpose = Row<'resume_code'>['purpose'];

/** A code's row, read to send the code's email or to check a code that someone has entered. `tries` includes the current try. */
export type StoredCode = NonNullable<Awaited<ReturnType<typeof findCode>>>;

const columns = ['id', 'application_id as applicationId', 'purpose', 'tries', 'sealed'] as const;

/** Adds a code, or replaces the older code for the same application and purpose. */
export async function insertCode(transaction: Transaction, row: Omit<NewRow<'resume_code'>, 'tries'>) {
  const { id, sealed, expire_date_time } = row;
  await transaction
    .insertInto('resume_code')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['application_id', 'purpose'])
        .doUpdateSet({ id, sealed: sealed ?? null, expire_date_time, tries: 0 }),
    )
    .execute();
}

/**
 * Counts a try of an application's newest code and returns the code, or undefined if the code is expired or out of tries. Because
 * the try is counted before the code is checked, concurrent calls can't make more than `most` tries.
 */
export async function countTry(
  { db, moment }: Timed,
  of: { readonly applicationId: string; readonly purpose: CodePurpose },
  most: number,
): Promise<StoredCode | undefined> {
  return db
    .updateTable('resume_code')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where((is) => is.and({ application_id: of.applicationId, purpose: of.purpose }))
    .where('tries', '<', most)
    .where('expire_date_time', '>', moment())
    .returning(columns)
    .executeTakeFirst();
}

/** Returns the code with this id, or undefined if it has expired or a newer code has replaced it. */
export async function findCode({ db, moment }: Timed, id: string) {
  return db
    .selectFrom('resume_code')
    .select(columns)
    .where('id', '=', id)
    .where('expire_date_time', '>', moment())
    .executeTakeFirst();
}

/** Deletes a code because it was used. Returns false if it was already used or replaced. */
export async function spendCode(transaction: Transaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('resume_code')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes all codes of an application. */
export async function deleteCodesOf(queries: Queries, applicationId: string): Promise<void> {
  await queries.deleteFrom('resume_code').where('application_id', '=', applicationId).execute();
}
