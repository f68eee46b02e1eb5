/** Runs the queries that the product sends so rarely that `every-statement.ts` cannot make it send them. */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { readNow } from '../../../server/db/clock.ts';
import { type AgreementTextRow, findText, insertTexts } from '../../../server/db/queries/agreements.ts';
import { hasDocumentsInBucket } from '../../../server/db/queries/documents.ts';
import {
  claimHeadsExport,
  installationKey,
  recordHeadsExport,
  releaseHeadsExport,
  replaceDataKeys,
  replaceDeliveryKey,
  replaceInstallationKey,
  sealConsent,
  sealDocumentName,
  sealPersonnel,
  unsealedConsents,
  waitForKeysBeingStored,
} from '../../../server/db/queries/encryption.ts';
import { approve, insertApproval, spendApproval } from '../../../server/db/queries/operator/approvals.ts';
import { retryJob } from '../../../server/db/queries/operator/outbox-list.ts';
import { enqueue, returnJob } from '../../../server/db/queries/outbox.ts';
import { assetNames, findAsset } from '../../../server/db/queries/page/page-assets.ts';
import { recordIgnoredForwarded } from '../../../server/db/queries/rate-limits.ts';
import { consumeToken, markReminded, postponeCheck } from '../../../server/db/queries/resume-tokens.ts';
import { lockUnusedSession } from '../../../server/db/queries/sessions.ts';
import type { Tables } from '../../../server/db/tables.ts';
import { uuidv7 } from '../../../server/db/uuid.ts';
import type { Services } from '../../../server/services.ts';

/** A valid id that no row has. */
export const noSuchId = uuidv7(new Date(0));

/** Thrown to roll back the transaction. */
class RolledBack extends Error {}

/**
 * Returns the rows of one of the benchmark's own statements. A comment in the statement distinguishes it from the product's
 * statements.
 */
async function rowsOf<Row>(queries: Transaction<Tables>, statement: RawBuilder<unknown>): Promise<Row[]> {
  return (await sql<Row>`/* bench */ ${statement}`.execute(queries)).rows;
}

/**
 * Runs rare queries, queries for rows that only earlier builds wrote, and queries of commands that process the whole store. Most
 * queries select a row that does not exist. Rolls back all changes.
 */
export async function queriesWithoutRows({ database }: Services): Promise<void> {
  const { db } = database;
  const now = await readNow(database);
  const wrapped = await installationKey(db);
  await waitForKeysBeingStored(db);
  const envelope = { v: 1, k: '', n: '', t: '', c: '' } as const;
  await db
    .transaction()
    .execute(async (transaction) => {
      const [application] = await rowsOf<{ id: string }>(
        transaction,
        sql`select id from application limit 1`,
      );
      await insertTexts(
        transaction,
        await rowsOf<AgreementTextRow>(transaction, sql`select * from agreement_text limit 1`),
      );
      await findText(transaction, 'demo', 'esign', '');
      await assetNames(transaction);
      await findAsset(transaction, '');
      await hasDocumentsInBucket(transaction);
      await recordIgnoredForwarded({ ...database, db: transaction });
      await replaceDataKeys(transaction, [{ applicationId: noSuchId, wrapped, replaces: wrapped }]);
      await replaceInstallationKey(transaction, wrapped, wrapped);
      await replaceDeliveryKey(transaction, { kid: '', wrapped }, wrapped);
      await claimHeadsExport(transaction, now, now);
      await releaseHeadsExport(transaction, now);
      await recordHeadsExport(transaction, now);
      await sealPersonnel(transaction, noSuchId, {});
      await sealDocumentName(transaction, noSuchId, envelope);
      await unsealedConsents(transaction, noSuchId);
      await sealConsent(transaction, noSuchId, envelope);
      await returnJob(transaction, { id: noSuchId }, '', { error: '', runAgainAt: now });
      await retryJob(transaction, noSuchId, now);
      await lockUnusedSession(transaction, noSuchId);
      await markReminded(transaction, noSuchId, now);
      await consumeToken(transaction, { id: noSuchId, repeatHash: null }, { now, repeatHash: null });
      await postponeCheck(transaction, noSuchId, now);
      await insertApproval(
        transaction,
        {
          id: noSuchId,
          sealed: { ...envelope, v: 2, r: 1 },
          create_date_time: now,
          create_user_id: '',
          expire_date_time: now,
        },
        now,
      );
      await approve(transaction, noSuchId, { operator: '', proof: '', now });
      await spendApproval(transaction, noSuchId, now);
      await enqueue(transaction, application?.id ?? noSuchId, 'documents', now, { documentIds: [] });
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
}
