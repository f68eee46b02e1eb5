/**
 * Converts a store to the format of builds before 2026-11-23: most answers, the file names and the signers of consents are not
 * encrypted, and the audit trail has no keyed hashes.
 */
import { sql } from 'kysely';
import type { Fields } from '../../form/fields/field.ts';
import { baseForm } from '../../form/fields/form.ts';
import { openForOperator } from '../../server/applications/act-on-application.ts';
import { type ApplicationRecord, fieldsOfPerson } from '../../server/applications/application-record.ts';
import { openSigner } from '../../server/applications/sealed-parts.ts';
import { auditEvents, auditHash, emptyChain } from '../../server/db/queries/audit-events.ts';
import type { Answers } from '../../server/security/sealed-answers.ts';
import { placeOf } from '../../server/security/sealed-columns.ts';
import { type DataKey, type RowPlace, sealText, wrapDataKey } from '../../server/security/sealing.ts';
import type { Services } from '../../server/services.ts';

/** Converts every application in the store. Does not notify running servers. */
export async function makeRowsOfBefore({
  database,
  keys,
}: Pick<Services, 'database' | 'keys'>): Promise<void> {
  const rows = await database.db.selectFrom('application').select('id').execute();
  const records: ApplicationRecord[] = [];
  for (const { id } of rows)
    records.push(await openForOperator({ database, keys, applicationId: id, operator: 'ada' }));
  const wrapped = await wrapDataKey(keys.wrapping, keys.hashKey, 'installation');
  await database.db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    await transaction
      .updateTable('installation')
      .set({ hash_key: { ...wrapped } })
      .execute();
    for (const { row, key, answers, disclosures, sections, personnel, documents } of records) {
      for (const person of personnel)
        await transaction
          .updateTable('personnel')
          .set(asBefore(fieldsOfPerson(person.personnelType), person.answers, key, placeOf(row, person.id)))
          .where('id', '=', person.id)
          .execute();
      for (const { id, fileName } of documents)
        await transaction
          .updateTable('document')
          .set({ file_name: fileName, sealed: null })
          .where('id', '=', id)
          .execute();
      for (const consent of await transaction
        .selectFrom('consent')
        .selectAll()
        .where('application_id', '=', row.id)
        .execute()) {
        const { ip, userAgent, signerName } = openSigner(consent, key, row);
        await transaction
          .updateTable('consent')
          .set({ ip, user_agent: userAgent, signer_name: signerName, signer: null })
          .where('id', '=', consent.id)
          .execute();
      }
      let head = emptyChain.hash;
      for await (const event of auditEvents(transaction, { only: row.id })) {
        const hash = auditHash(keys.auditKey, head, { ...event, state: null });
        await transaction
          .updateTable('audit_event')
          .set({ previous_hash: head, hash, state: null })
          .where('application_id', '=', row.id)
          .where('sequence', '=', event.sequence)
          .execute();
        head = hash;
      }
      await transaction
        .updateTable('application')
        .set({
          ...asBefore(baseForm.application, answers, key, placeOf(row)),
          disclosures,
          sections,
          parts_hash: null,
          audit_hash: head,
        })
        .where('id', '=', row.id)
        .execute();
    }
  });
}

/** Returns answers in the old format: each sensitive answer is encrypted separately, and the others are plain text. */
function asBefore(fields: Fields, answers: Answers, key: DataKey, place: RowPlace) {
  const isSensitive = ([field]: [string, unknown]) => fields[field]?.sensitive !== undefined;
  const all = Object.entries(answers);
  return {
    answers: Object.fromEntries(all.filter((entry) => !isSensitive(entry))),
    sealed: Object.fromEntries(
      all
        .filter(isSensitive)
        .map(([field, value]) => [field, sealText(key, JSON.stringify(value), { ...place, field })]),
    ),
  };
}
