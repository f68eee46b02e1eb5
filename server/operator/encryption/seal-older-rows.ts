/**
 * Seals what builds from before 2026-11-23 stored readable (D62), while the server serves. Each application is a short
 * transaction of its own, with an audit event that vouches for it from then on; an interrupted run is finished by the
 * next one. Versions stay, so that an applicant's page notices nothing.
 */

import { openApplication } from '../../applications/application-record.ts';
import { IntegrityError, partsHash } from '../../applications/audited-state.ts';
import { updateApplication } from '../../applications/row-change.ts';
import { openSigner, sealFileName, sealSigner } from '../../applications/sealed-parts.ts';
import type { Database } from '../../db/database.ts';
import { readParts } from '../../db/queries/application-parts.ts';
import { type ApplicationRow, lockApplicationRow } from '../../db/queries/applications.ts';
import {
  countOlder,
  olderApplications,
  olderConsents,
  sealConsent,
  sealDocumentName,
  sealPersonnel,
} from '../../db/queries/encryption.ts';
import { inTransaction, type WriteContext } from '../../security/in-transaction.ts';
import { declareAllSealed, type StoreKeys } from '../../security/installation-key.ts';
import { envelopeOf, sealContent } from '../../security/sealed-answers.ts';
import { placeOf } from '../../security/sealed-columns.ts';
import { EncryptionError } from '../../security/sealing.ts';

export interface SealedOlder {
  /** Applications that this run has sealed. */
  readonly sealed: number;
  /** Ids of applications whose rows do not open or differ from their audit trail, and are left unchanged. */
  readonly unopened: readonly string[];
  /** How many are left now, those included. */
  readonly left: number;
}

/** Seals all that is left; where nothing is left any more, the store is declared to be sealed as a whole. */
export async function sealOlderRows(store: {
  readonly database: Database;
  readonly keys: StoreKeys;
}): Promise<SealedOlder> {
  const { db } = store.database;
  const unopened: string[] = [];
  let sealed = 0;
  for await (const id of olderApplications(db))
    try {
      await inTransaction(store, async (context) =>
        sealApplication(context, await lockApplicationRow(context.transaction, id)),
      );
      sealed += 1;
    } catch (error) {
      if (!(error instanceof EncryptionError || error instanceof IntegrityError)) throw error;
      unopened.push(id);
    }
  const left = await countOlder(db);
  if (left === 0) await declareAllSealed(db, store.keys.wrapping);
  return { sealed, unopened, left };
}

async function sealApplication(context: WriteContext, row: ApplicationRow): Promise<void> {
  const columns = row.data_key === null ? {} : await sealRows(context, row);
  await updateApplication(context, row, columns, [{ type: 'sealed' }]);
}

/** Seals what belongs to an application; returns the columns of its own row. */
async function sealRows(context: WriteContext, row: ApplicationRow): Promise<Partial<ApplicationRow>> {
  const { transaction } = context;
  const record = await openApplication(context, row);
  const { key, answers, disclosures, sections } = record;
  for (const person of record.personnel)
    if (!envelopeOf(person)) {
      const { sealed } = sealContent(
        { answers: person.answers },
        key,
        placeOf(row, person.id),
        person.version,
      );
      await sealPersonnel(transaction, person.id, sealed);
    }
  for (const { id, fileName, sealed } of record.documents)
    if (!sealed) await sealDocumentName(transaction, id, sealFileName(key, row, id, fileName));
  for (const consent of await olderConsents(transaction, row.id))
    await sealConsent(
      transaction,
      consent.id,
      sealSigner(key, row, consent.id, openSigner(consent, key, row)),
    );
  const parts_hash = partsHash(await readParts(transaction, row.id));
  if (envelopeOf(row)) return { parts_hash };
  const content = sealContent({ answers, disclosures, sections }, key, placeOf(row), row.version);
  return { parts_hash, ...content, answers: {}, disclosures: {}, sections: {} };
}
