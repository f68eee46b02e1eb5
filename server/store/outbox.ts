/** Rows of what is still to be sent: put there in the transaction that causes it, so that neither is without the other. */
import type { Transaction } from 'kysely';
import type { Tables } from './tables.ts';
import { uuidv7 } from './uuid.ts';

/** `mail`: the confirmation to the applicant (D34). `delivery`: the application to the provider (D33). */
export type OutboxKind = 'mail' | 'delivery';

/** Adds a job for an application; what is sent keeps the job's id over all retries. */
export async function enqueue(
  transaction: Transaction<Tables>,
  applicationId: string,
  kind: OutboxKind,
  now: Date,
): Promise<void> {
  await transaction
    .insertInto('outbox')
    .values({
      id: uuidv7(now),
      kind,
      application_id: applicationId,
      create_date_time: now,
      run_date_time: now,
    })
    .execute();
}
