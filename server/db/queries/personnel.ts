/** Rows of the people of an application. */
import type { Kysely, Transaction } from 'kysely';
import type { PersonnelType } from '../../../form/state/application-state.ts';
import type { StoredAnswers } from '../../security/sealed-answers.ts';
import type { Tables } from '../tables.ts';

export async function insertPersonnel(
  transaction: Transaction<Tables>,
  person: { readonly id: string; readonly applicationId: string; readonly personnelType: PersonnelType },
  stored: StoredAnswers,
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
      answers: stored.answers,
      sealed: stored.sealed,
    })
    .execute();
}

/** Writes a person's answers as a new version. */
export async function updatePersonnel(
  transaction: Transaction<Tables>,
  id: string,
  version: number,
  stored: StoredAnswers,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('personnel')
    .set({ version, answers: stored.answers, sealed: stored.sealed, update_date_time: now })
    .where('id', '=', id)
    .execute();
}

export async function deletePersonnel(
  transaction: Transaction<Tables>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await transaction.deleteFrom('personnel').where('id', 'in', ids).execute();
}

/** What an export may read of the people of the given applications, by person id: nothing sealed (D41). */
export async function readablePersonnel(db: Kysely<Tables>, applicationIds: readonly string[]) {
  return db
    .selectFrom('personnel')
    .select(['id', 'application_id as applicationId', 'personnel_type as personnelType', 'answers'])
    .where('application_id', 'in', applicationIds)
    .orderBy('id')
    .execute();
}
