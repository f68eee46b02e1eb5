/** Rows of approvals: what one operator asks to see and another one approves (D35). */
import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Tables } from '../../tables.ts';

export type ApprovalRow = Selectable<Tables['approval']>;

/** Adds an approval request and deletes expired ones. The audit trail keeps their outcome. */
export async function insertApproval(
  db: Kysely<Tables>,
  row: Insertable<Tables['approval']>,
  now: Date,
): Promise<void> {
  await db.deleteFrom('approval').where('expire_date_time', '<=', now).execute();
  await db.insertInto('approval').values(row).execute();
}

/** Returns the approvals that can still be given or used, oldest first. */
export async function openApprovals(db: Kysely<Tables>, now: Date): Promise<ApprovalRow[]> {
  return db
    .selectFrom('approval')
    .selectAll()
    .where('expire_date_time', '>', now)
    .where('use_date_time', 'is', null)
    .orderBy('id')
    .execute();
}

/** Records who approves. Returns false if someone already has, or the request has expired. */
export async function approve(
  db: Kysely<Tables>,
  id: string,
  by: { readonly operator: string; readonly proof: string; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('approval')
    .set({ approve_date_time: by.now, approve_user_id: by.operator, approve_proof: by.proof })
    .where('id', '=', id)
    .where('approve_date_time', 'is', null)
    .where('expire_date_time', '>', by.now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records the approval's one use. Returns false if it was already used, isn't approved, or has expired. */
export async function spendApproval(db: Kysely<Tables>, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('approval')
    .set({ use_date_time: now })
    .where('id', '=', id)
    .where('use_date_time', 'is', null)
    .where('approve_date_time', 'is not', null)
    .where('expire_date_time', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
