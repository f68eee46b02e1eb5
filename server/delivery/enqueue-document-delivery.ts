/** Papers that came after the application was delivered follow in a delivery of their own (D26). */
import type { Transaction } from 'kysely';
import type { Tables } from '../store/tables.ts';
import { uuidv7 } from '../store/uuid.ts';

/** Queues the delivery of papers, in the transaction that adds them. */
export async function enqueueDocumentDelivery(
  transaction: Transaction<Tables>,
  applicationId: string,
  documentIds: readonly string[],
  now: Date,
): Promise<void> {
  await transaction
    .insertInto('outbox')
    .values({
      id: uuidv7(now),
      kind: 'documents',
      application_id: applicationId,
      payload: { documentIds },
      create_date_time: now,
      run_date_time: now,
    })
    .execute();
}
