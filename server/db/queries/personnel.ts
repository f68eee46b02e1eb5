/** Rows of the people of an application. */
import type { Transaction } from 'kysely';
import type { PersonnelType } from '../../form/situation.ts';
import type { RestingAnswers } from '../security/sealed-answers.ts';
import type { Tables } from './tables.ts';

/** The application that a person belongs to, where that is one of this session. */
export async function applicationOfPerson(
  transaction: Transaction<Tables>,
  sessionId: string,
  personnelId: string,
): Promise<string | undefined> {
  const found = await transaction
    .selectFrom('personnel')
    .innerJoin('application', 'application.id', 'personnel.application_id')
    .select('application.id')
    .where('personnel.id', '=', personnelId)
    .where('application.session_id', '=', sessionId)
    .executeTakeFirst();
  return found?.id;
}

export async function insertPersonnel(
  transaction: Transaction<Tables>,
  person: { readonly id: string; readonly applicationId: string; readonly personnelType: PersonnelType },
  resting: RestingAnswers,
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
      answers: resting.answers,
      sealed: resting.sealed,
    })
    .execute();
}

/** Writes a person's answers as a new version. */
export async function updatePersonnel(
  transaction: Transaction<Tables>,
  id: string,
  version: number,
  resting: RestingAnswers,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('personnel')
    .set({ version, answers: resting.answers, sealed: resting.sealed, update_date_time: now })
    .where('id', '=', id)
    .execute();
}

export async function deletePersonnel(
  transaction: Transaction<Tables>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await transaction.deleteFrom('personnel').where('id', 'in', ids).execute();
}
