/** Rows of what one operator asks to see and another one approves (D35). */
import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Tables } from '../../tables.ts';

export type ApprovalRow = Selectable<Tables['approval']>;

/** Adds what is asked for, and removes what is over: the audit trail keeps what came of it. */
export async function insertApproval(
  db: Kysely<Tables>,
  row: Insertable<Tables['approval']>,
  now: Date,
): Promise<void> {
  await db.deleteFrom('approval').where('expire_date_time', '<=', now).execute();
  await db.insertInto('approval').values(row).execute();
}

/** Those that can still be approved or used, oldest first. */
export async function openApprovals(db: Kysely<Tables>, now: Date): Promise<ApprovalRow[]> {
  return db
    .selectFrom('approval')
    .selectAll()
    .where('expire_date_time', '>', now)
    .where('use_date_time', 'is', null)
    .orderBy('id')
    .execute();
}

/** Records who approves; returns false where somebody has already, or it can be no more. */
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

/** Records its one use; returns false where it was used already, or is over. */
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
