/** Rows of the codes sent by email (D55). No row holds a code, which is computed from the row's id (`mailed-secrets.ts`). */
import type { Timed } from '../clock.ts';
import type { NewRow, Row } from '../tables.ts';
import type { Queries, Transaction } from '../transactions.ts';

/** What a code is for: to verify an email address, or to open the draft of a resume link. */
export type CodePurpose = Row<'resume_code'>['purpose'];

/** A code as a try or its mail reads it. `tries` includes the current one. */
export type StoredCode = NonNullable<Awaited<ReturnType<typeof findCode>>>;

const columns = ['id', 'application_id as applicationId', 'purpose', 'tries', 'sealed'] as const;

/** Adds a code, replacing the older one for the same purpose. */
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
 * Counts a try of an application's newest code and returns the code. Counting before comparing keeps concurrent calls and nodes
 * within the limit. Undefined if there is no code, it has expired, or its tries are used up.
 */
export async function countTry(
  { db, moment }: Timed,
  of: { readonly applicationId: string; readonly purpose: CodePurpose },
  most: number,
): Promise<StoredCode | undefined> {
  return db
    .updateTable('resume_code')
    .set((set) => ({ tries: set('tries', '+', 1) }))
    .where('application_id', '=', of.applicationId)
    .where('purpose', '=', of.purpose)
    .where('tries', '<', most)
    .where('expire_date_time', '>', moment())
    .returning(columns)
    .executeTakeFirst();
}

/** Returns a draft's code that hasn't expired, or undefined if a newer one replaced it. */
export async function findCode({ db, moment }: Timed, id: string) {
  return db
    .selectFrom('resume_code')
    .select(columns)
    .where('id', '=', id)
    .where('expire_date_time', '>', moment())
    .executeTakeFirst();
}

/** Consumes a code. Returns false if it was already used or replaced. */
export async function spendCode(transaction: Transaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('resume_code')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes an application's codes. */
export async function deleteCodesOf(queries: Queries, applicationId: string): Promise<void> {
  await queries.deleteFrom('resume_code').where('application_id', '=', applicationId).execute();
}
