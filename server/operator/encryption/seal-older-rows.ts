/**
 * Encrypts the personal data that older builds (before 2026-11-23) stored unencrypted (D62). The server may be running. Uses one
 * transaction and audit event for each application. Does not change an application's version, so open pages are not affected.
 */
import { openApplication } from '../../applications/application-record.ts';
import { IntegrityError, partsHash } from '../../applications/audited-state.ts';
import { updateApplication } from '../../applications/row-change.ts';
import { openSigner, sealFileName, sealSigner } from '../../applications/sealed-parts.ts';
import type { Database } from '../../db/database.ts';
import { readParts } from '../../db/queries/application-parts.ts';
import { type ApplicationRow, lockApplicationRow } from '../../db/queries/applications.ts';
import {
  countUnsealed,
  sealConsent,
  sealDocumentName,
  sealPersonnel,
  unsealedApplications,
  unsealedConsents,
} from '../../db/queries/encryption.ts';
import { inTransaction, type WriteContext } from '../../security/in-transaction.ts';
import { declareAllSealed, type StoreKeys } from '../../security/installation-key.ts';
import { envelopeOf, sealContent } from '../../security/sealed-answers.ts';
import { placeOf } from '../../security/sealed-columns.ts';
import { EncryptionError } from '../../security/sealing.ts';

/**
 * Encrypts all unencrypted rows. If no such row is left, records that the whole store is encrypted. Returns how many applications
 * it encrypted, how many remain unencrypted, and ids of applications that can't be decrypted or differ from their audit trail.
 */
export async function sealOlderRows(store: { readonly database: Database; readonly keys: StoreKeys }) {
  const { db } = store.database;
  const unopened: string[] = [];
  let sealed = 0;
  for await (const id of unsealedApplications(db))
    try {
      await inTransaction(store, async (context) =>
        sealApplication(context, await lockApplicationRow(context.transaction, id)),
      );
      sealed += 1;
    } catch (error) {
      if (!(error instanceof EncryptionError || error instanceof IntegrityError)) throw error;
      unopened.push(id);
    }
  const left = await countUnsealed(db);
  if (left === 0) await declareAllSealed(db, store.keys.wrapping);
  return { sealed, unopened, left };
}

async function sealApplication(context: WriteContext, row: ApplicationRow): Promise<void> {
  const columns = row.data_key === null ? {} : await sealRows(context, row);
  await updateApplication(context, row, columns, [{ type: 'sealed' }]);
}

/** Encrypts the rows of an application's people, documents and consents. Returns the changes to the application row itself. */
async function sealRows(context: WriteContext, row: ApplicationRow): Promise<Partial<ApplicationRow>> {
  const { transaction } = context;
  const record = await openApplication(context, row);
  const { key, answers, disclosures, sections } = record;
  for (const person of record.personnel)
    if (!envelopeOf(person)) {
      const place = placeOf(row, person.id);
      const { sealed } = sealContent({ answers: person.answers }, key, place, person.version);
      await sealPersonnel(transaction, person.id, sealed);
    }
  for (const { id, fileName, sealed } of record.documents)
    if (!sealed) await sealDocumentName(transaction, id, sealFileName(key, row, id, fileName));
  for (const consent of await unsealedConsents(transaction, row.id)) {
    const signer = sealSigner(key, row, consent.id, openSigner(consent, key, row));
    await sealConsent(transaction, consent.id, signer);
  }
  const parts_hash = partsHash(await readParts(transaction, row.id));
  if (envelopeOf(row)) return { parts_hash };
  const content = sealContent({ answers, disclosures, sections }, key, placeOf(row), row.version);
  return { parts_hash, ...content, answers: {}, disclosures: {}, sections: {} };
}
