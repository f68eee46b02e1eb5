/** The outbox contains the jobs to send. A job and its cause are stored in the same transaction. */
import { type RawBuilder, sql } from 'kysely';
import { type Moment, secondsBetween, type Timed } from '../clock.ts';
import { plannedEachTime } from '../pool.ts';
import type { Queries, Transaction } from '../transactions.ts';
import { uuidv7 } from '../uuid.ts';

/**
 * The kinds of jobs. `mail`: the applicant's confirmation (D34). `delivery`: the application for the provider (D33). `documents`:
 * documents added later (D26). `code`: a code by email (D55). `link`: the resume link (D55). `replaced`: tells the previous email
 * address that the resume link now goes to a different address. This email is sent even if the draft has been submitted by then.
 */
export const outboxKinds = ['mail', 'delivery', 'documents', 'code', 'link', 'replaced'] as const;
export type OutboxKind = (typeof outboxKinds)[number];

/**
 * A job's queue, called a lane in the database: one for codes, one for other emails, and one per provider, so a receiver that
 * hangs delays no other queue. Kinds and queues must match the database function `set_lane` (migration 15), which sets the queue.
 */
export type Lane = 'code' | 'mail' | `delivery:${string}`;

/** Returns a provider's queue. */
export function laneOfProvider(providerId: string): Lane {
  return `delivery:${providerId}`;
}

/** Returns the provider of a queue, or undefined if the queue is for emails. */
export function providerOfLane(lane: Lane): string | undefined {
  return lane.startsWith('delivery:') ? lane.slice('delivery:'.length) : undefined;
}

/** A job that a worker has claimed. */
export interface OutboxJob {
  /** The id that is sent with the job. It is the same for all attempts, so the receiver can recognize a repeat. */
  readonly id: string;
  readonly kind: OutboxKind;
  readonly lane: Lane;
  readonly applicationId: string;
  /** The number of this attempt, starting at 1. An attempt also counts if its worker died. */
  readonly attempt: number;
  readonly createDateTime: Date;
  /** When the worker claimed the job for this attempt. */
  readonly takeDateTime: Date;
  /** The data that the job's kind needs in addition to the application: names, ids and encrypted values. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Adds a job for an application. The job is due immediately. Call it in the transaction that causes the job. */
export async function enqueue(
  transaction: Transaction,
  applicationId: string,
  kind: OutboxKind,
  now: Date,
  payload: OutboxJob['payload'] = {},
): Promise<void> {
  const job = { id: uuidv7(now), kind, application_id: applicationId, payload };
  await transaction
    .insertInto('outbox')
    .values({ ...job, create_date_time: now, run_date_time: now })
    .execute();
}

/** The condition that a job is neither sent nor dead, worded as in the index `outbox_waiting`, so the planner uses the index. */
const isWaiting = sql<boolean>`coalesce(done_date_time, dead_date_time) is null`;

/** The time from which a job may be claimed: when it is due, or when its current lease ends, if that is later. */
const claimableFrom = sql<Date>`greatest(run_date_time, lease_date_time)`;

export interface DueQueue {
  readonly lane: Lane;
  /** When an operator last requested that the queue be tried immediately. Null if no operator has. */
  readonly retryDateTime: Date | null;
}

/** Builds the statement of `dueQueues`. The statement reads one or two rows per queue, however many jobs the queue has. */
export function dueQueuesQuery(now: RawBuilder<Date>) {
  return sql<DueQueue>`
    ${plannedEachTime}
    with recursive waiting(lane) as (
      (select lane from outbox where ${isWaiting} order by lane limit 1)
      union all
      select (select next.lane from outbox next where ${isWaiting} and next.lane > waiting.lane order by next.lane limit 1)
      from waiting where waiting.lane is not null
    )
    select waiting.lane, retry_date_time as "retryDateTime"
    from waiting left join outbox_lane using (lane)
    where (
      select ${claimableFrom} from outbox where ${isWaiting} and outbox.lane = waiting.lane order by ${claimableFrom} limit 1
    ) <= ${now}
  `;
}

/** Returns the queues that have due jobs. */
export async function dueQueues({ db, moment }: Timed): Promise<readonly DueQueue[]> {
  return (await dueQueuesQuery(moment()).execute(db)).rows;
}

/** The worker that claims a job, and the start and end of its lease. */
interface Lease {
  readonly by: string;
  readonly from: Moment;
  readonly until: Moment;
}

/**
 * Builds the statement of `takeDueJob`. The statement claims only one job. If it claimed several, PostgreSQL might sort all due
 * jobs instead of using the index.
 */
export function takeDueJobQuery(db: Queries, lane: Lane, { by, from, until }: Lease) {
  return db
    .with('due', (query) =>
      query
        .selectFrom('outbox')
        .select('id')
        .where('lane', '=', lane)
        .where(isWaiting)
        .where(claimableFrom, '<=', from)
        .orderBy(claimableFrom)
        .limit(sql.lit(1))
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('outbox')
    .from('due')
    .set((set) => ({ lease_by: by, lease_date_time: until, attempts: set('outbox.attempts', '+', 1) }))
    .whereRef('outbox.id', '=', 'due.id')
    .returning(['outbox.id', 'kind', 'application_id as applicationId', 'attempts as attempt'])
    .returning(['create_date_time as createDateTime', 'payload'])
    .returning(sql<Date>`cast(${from} as timestamptz)`.as('takeDateTime'))
    .modifyEnd(plannedEachTime);
}

/** Claims and returns the job that has been due the longest in a queue (F7). Concurrent workers claim different jobs. */
export async function takeDueJob(db: Queries, lane: Lane, lease: Lease): Promise<OutboxJob | undefined> {
  const taken = await takeDueJobQuery(db, lane, lease).executeTakeFirst();
  return taken && { ...taken, kind: taken.kind as OutboxKind, lane };
}

const unleased = { lease_by: null, lease_date_time: null };

/** Ends all leases (F7). Call it only at the start of a store that no other process uses: all lease holders are then dead. */
export async function endLeases(db: Queries): Promise<void> {
  await db
    .updateTable('outbox')
    .set(unleased)
    .where('lease_by', 'is not', null)
    .where('done_date_time', 'is', null)
    .execute();
}

/** Marks a job as sent, no matter which worker holds its lease. Returns false if it was already marked as sent. */
export async function finishJob(transaction: Transaction, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('outbox')
    .set({ done_date_time: now, dead_date_time: null, last_error: null, ...unleased })
    .where((is) => is.and({ id, done_date_time: null }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Releases an unsent job. With `runAgainAt`, the job is due again at that time. With `deadSince`, only an operator can retry it.
 * Returns false if another worker has claimed the job. `failure.error` is a short code, because an error message may quote an
 * email address.
 */
export async function returnJob(
  queries: Queries,
  job: Pick<OutboxJob, 'id'>,
  by: string,
  failure: { readonly error: string } & ({ readonly runAgainAt: Moment } | { readonly deadSince: Date }),
): Promise<boolean> {
  const next =
    'deadSince' in failure ? { dead_date_time: failure.deadSince } : { run_date_time: failure.runAgainAt };
  const { numUpdatedRows } = await queries
    .updateTable('outbox')
    .set({ last_error: failure.error, ...unleased, ...next })
    .where((is) => is.and({ id: job.id, lease_by: by }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a job that has nothing to send anymore. */
export async function dropJob(db: Queries, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute();
}

/** Returns the ids of up to `limit` jobs of kind `code`, `link` or `replaced` that belong to erased applications. */
export async function mailsOfErased(db: Queries, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('outbox')
    .innerJoin('application', 'application.id', 'outbox.application_id')
    .select('outbox.id')
    // This condition must have the same wording as in the index outbox_of_drafts.
    .where(sql<boolean>`outbox.kind in ('code', 'link', 'replaced')`)
    .where('application.data_key', 'is', null)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many jobs of one kind in one queue are unsent, and the age of the oldest pending job. */
export interface OutboxFigures {
  readonly lane: Lane;
  readonly kind: OutboxKind;
  readonly pending: number;
  readonly dead: number;
  /** The age of the oldest pending job in seconds. 0 if no job is pending. */
  readonly oldestSeconds: number;
}

/** Returns figures by queue and kind: for emails, the given providers, and all other providers that have unsent jobs. */
export async function outboxFigures({ db, moment }: Timed, providerIds: readonly string[]) {
  const rows = await db
    .selectFrom('outbox')
    .select((of) => [
      'lane',
      'kind',
      of.fn.countAll<number>().filterWhere('dead_date_time', 'is', null).as('pending'),
      of.fn.countAll<number>().filterWhere('dead_date_time', 'is not', null).as('dead'),
      of.fn.min('create_date_time').filterWhere('dead_date_time', 'is', null).as('oldest'),
      moment().as('now'),
    ])
    .where('done_date_time', 'is', null)
    .groupBy(['lane', 'kind'])
    .execute();
  const figures = new Map<string, OutboxFigures>();
  const note = (one: OutboxFigures) => figures.set(`${one.lane} ${one.kind}`, one);
  const none = { pending: 0, dead: 0, oldestSeconds: 0 };
  for (const kind of ['mail', 'link', 'replaced'] as const) note({ lane: 'mail', kind, ...none });
  note({ lane: 'code', kind: 'code', ...none });
  for (const lane of providerIds.map(laneOfProvider))
    for (const kind of ['delivery', 'documents'] as const) note({ lane, kind, ...none });
  for (const { oldest, now, lane, kind, ...counts } of rows) {
    const oldestSeconds = secondsBetween(oldest, now);
    note({ lane: lane as Lane, kind: kind as OutboxKind, ...counts, oldestSeconds });
  }
  return [...figures.values()];
}
