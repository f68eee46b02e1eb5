/** Queries for approvals: one operator requests to see data, and another one approves the request (D35). */
import type { NewRow, Row } from '../../tables.ts';
import type { Queries } from '../../transactions.ts';

export type ApprovalRow = Row<'approval'>;

/** Adds a request and deletes expired ones. If a deleted request was used, the audit trail still shows who approved it. */
export async function insertApproval(db: Queries, row: NewRow<'approval'>, now: Date): Promise<void> {
  await db.deleteFrom('approval').where('expire_date_time', '<=', now).execute();
  await db.insertInto('approval').values(row).execute();
}

/** Returns the requests that haven't expired and haven't been used, oldest first. */
export async function openApprovals(db: Queries, now: Date): Promise<ApprovalRow[]> {
  return db
    .selectFrom('approval')
    .selectAll()
    .where('expire_date_time', '>', now)
    .where('use_date_time', 'is', null)
    .orderBy('id')
    .execute();
}

/** Approves a request and records the operator. Returns false if it was already approved or has expired. */
export async function approve(
  db: Queries,
  id: string,
  by: { readonly operator: string; readonly proof: string; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('approval')
    .set({ approve_date_time: by.now, approve_user_id: by.operator, approve_proof: by.proof })
    .where((is) => is.and({ id, approve_date_time: null }))
    .where('expire_date_time', '>', by.now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks an approval as used. Returns false if it was already used, isn't approved, or has expired. */
export async function spendApproval(db: Queries, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('approval')
    .set({ use_date_time: now })
    .where((is) => is.and({ id, use_date_time: null }))
    .where('approve_date_time', 'is not', null)
    .where('expire_date_time', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
