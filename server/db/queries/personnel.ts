/** Queries for the people in an application. */
import type { PersonnelType } from '../../../form/people/people.ts';
import type { JsonObject } from '../tables.ts';
import type { Transaction } from '../transactions.ts';

export async function insertPersonnel(
  transaction: Transaction,
  person: { readonly id: string; readonly applicationId: string; readonly personnelType: PersonnelType },
  sealed: JsonObject,
  now: Date,
): Promise<void> {
  await transaction
    .insertInto('personnel')
    .values({
      id: person.id,
      application_id: person.applicationId,
      personnel_type: person.personnelType,
      create_date_time: now,
      update_date_time: now,
      sealed,
    })
    .execute();
}

/** Replaces a person's sealed answers and sets the row's new version. */
export async function updatePersonnel(
  transaction: Transaction,
  id: string,
  version: number,
  sealed: JsonObject,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('personnel')
    .set({ version, answers: {}, sealed, update_date_time: now })
    .where('id', '=', id)
    .execute();
}

export async function deletePersonnel(transaction: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await transaction.deleteFrom('personnel').where('id', 'in', ids).execute();
}
