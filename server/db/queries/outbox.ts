/**
 * Jobs: what is still to be sent. A job is added in the transaction that causes it, so that neither exists without the
 * other.
 */
import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Moment, Timed } from '../clock.ts';
import type { Tables } from '../tables.ts';
import { uuidv7 } from '../uuid.ts';

/**
 * `mail`: the confirmation to the applicant (D34). `delivery`: the application to the provider (D33). `documents`:
 * documents that came later (D26). `code`, `link`: what lets the applicant come back to a draft (D55); codes have a kind of
 * their own because they live ten minutes.
 */
export const outboxKinds = ['mail', 'delivery', 'documents', 'code', 'link'] as const;
export type OutboxKind = (typeof outboxKinds)[number];

/** A job as a worker takes it. */
export interface OutboxJob {
  /** Sent along, and the same over all retries, so that the receiver can recognise a repeat. */
  readonly id: string;
  readonly kind: OutboxKind;
  readonly applicationId: string;
  /** Counted from 1; an attempt of a worker that died counts too. */
  readonly attempt: number;
  readonly createDateTime: Date;
  /** When it was taken for this attempt. */
  readonly takeDateTime: Date;
  /** What its kind needs to know beside the application: names and ids only. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Adds a job for an application, due at once, in the transaction that causes it. */
export async function enqueue(
  transaction: Transaction<Tables>,
  applicationId: string,
  kind: OutboxKind,
  now: Date,
  payload: OutboxJob['payload'] = {},
): Promise<void> {
  await transaction
    .insertInto('outbox')
    .values({
      id: uuidv7(now),
      kind,
      application_id: applicationId,
      payload,
      create_date_time: now,
      run_date_time: now,
    })
    .execute();
}

/** Adds the delivery of documents that came after the application was delivered (D26). */
export function enqueueDocumentDelivery(
  transaction: Transaction<Tables>,
  applicationId: string,
  documentIds: readonly string[],
  now: Date,
): Promise<void> {
  return enqueue(transaction, applicationId, 'documents', now, { documentIds });
}

/**
 * Takes the job of a kind that has been due for longest, or none. It is this worker's until the lease ends; then
 * whoever asks next takes it over (F7). Several workers that ask at once get different jobs.
 */
export async function takeDueJob(
  db: Kysely<Tables>,
  kind: OutboxKind,
  lease: { readonly by: string; readonly from: Moment; readonly until: Moment },
): Promise<OutboxJob | undefined> {
  const taken = await db
    .with('due', (query) =>
      query
        .selectFrom('outbox')
        .select('id')
        .where('kind', '=', kind)
        .where('done_date_time', 'is', null)
        .where('dead_date_time', 'is', null)
        .where('run_date_time', '<=', lease.from)
        .where((is) => is.or([is('lease_date_time', 'is', null), is('lease_date_time', '<=', lease.from)]))
        .orderBy('run_date_time')
        .limit(sql.lit(1))
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('outbox')
    .from('due')
    .set((set) => ({
      lease_by: lease.by,
      lease_date_time: lease.until,
      attempts: set('outbox.attempts', '+', 1),
    }))
    .whereRef('outbox.id', '=', 'due.id')
    .returning(['outbox.id', 'application_id', 'attempts', 'create_date_time', 'payload'])
    .returning(sql<Date>`cast(${lease.from} as timestamptz)`.as('take_date_time'))
    .executeTakeFirst();
  return (
    taken && {
      id: taken.id,
      kind,
      applicationId: taken.application_id,
      attempt: taken.attempts,
      createDateTime: taken.create_date_time,
      takeDateTime: taken.take_date_time,
      payload: taken.payload,
    }
  );
}

/** Ends all leases. Only for a store whose one process has just opened it: whoever held one is dead (F7). */
export async function endLeases(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ lease_by: null, lease_date_time: null })
    .where('lease_by', 'is not', null)
    .where('done_date_time', 'is', null)
    .execute();
}

/** Marks a job as sent, whoever holds it by now; returns false where it was already marked. */
export async function finishJob(transaction: Transaction<Tables>, id: string, now: Date): Promise<boolean> {
  const result = await transaction
    .updateTable('outbox')
    .set({
      done_date_time: now,
      dead_date_time: null,
      lease_by: null,
      lease_date_time: null,
      last_error: null,
    })
    .where('id', '=', id)
    .where('done_date_time', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Gives a job back that could not be sent: to be tried again at a time, or as dead, which only the operator can change.
 * Does nothing, and returns false, where the worker's lease ended and another holds the job.
 * @param failure `error` is a short code: a whole message may quote an address or an answer.
 */
export async function returnJob(
  queries: Kysely<Tables> | Transaction<Tables>,
  job: Pick<OutboxJob, 'id'>,
  by: string,
  failure: { readonly error: string } & ({ readonly runAgainAt: Moment } | { readonly deadSince: Date }),
): Promise<boolean> {
  const result = await queries
    .updateTable('outbox')
    .set({
      lease_by: null,
      lease_date_time: null,
      last_error: failure.error,
      ...('deadSince' in failure
        ? { dead_date_time: failure.deadSince }
        : { run_date_time: failure.runAgainAt }),
    })
    .where('id', '=', job.id)
    .where('lease_by', '=', by)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Deletes a job that there is nothing to send for any more. */
export async function dropJob(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute();
}

/** Jobs of mails that led back to a draft which was erased since; at most `limit`. */
export async function mailsOfErased(db: Kysely<Tables>, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('outbox')
    .innerJoin('application', 'application.id', 'outbox.application_id')
    .select('outbox.id')
    .where('outbox.kind', 'in', ['code', 'link'])
    .where('application.data_key', 'is', null)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many jobs of a kind are still to be sent. */
export interface OutboxFigures {
  readonly kind: OutboxKind;
  readonly pending: number;
  readonly dead: number;
  /** Seconds since the oldest pending job was put there; 0 where there is none. */
  readonly oldestSeconds: number;
}

/** The figures of every kind. Jobs that were sent are not read, so they cost nothing. */
export async function outboxFigures({ db, moment }: Timed): Promise<readonly OutboxFigures[]> {
  const rows = await db
    .selectFrom('outbox')
    .select((of) => [
      'kind',
      of.fn.countAll<number>().filterWhere('dead_date_time', 'is', null).as('pending'),
      of.fn.countAll<number>().filterWhere('dead_date_time', 'is not', null).as('dead'),
      of.fn.min('create_date_time').filterWhere('dead_date_time', 'is', null).as('oldest'),
      moment().as('now'),
    ])
    .where('done_date_time', 'is', null)
    .groupBy('kind')
    .execute();
  return outboxKinds.map((kind) => {
    const found = rows.find((row) => row.kind === kind);
    return {
      kind,
      pending: Number(found?.pending ?? 0),
      dead: Number(found?.dead ?? 0),
      oldestSeconds: found?.oldest ? Math.max(0, found.now.getTime() - found.oldest.getTime()) / 1000 : 0,
    };
  });
}
