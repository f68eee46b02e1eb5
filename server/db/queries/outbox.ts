/**
 * Jobs: what is still to be sent. A job is added in the transaction that causes it, so that neither exists without the
 * other.
 */
import type { Kysely, RawBuilder, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Moment, Timed } from '../clock.ts';
import { plannedEachTime } from '../pool.ts';
import type { Tables } from '../tables.ts';
import { uuidv7 } from '../uuid.ts';

/**
 * `mail`: the confirmation to the applicant (D34). `delivery`: the application to the provider (D33). `documents`:
 * documents that came later (D26). `code`, `link`: what lets the applicant come back to a draft (D55); codes have a kind of
 * their own because they live ten minutes. `replaced`: tells an address that the link goes to another one now; it is sent even
 * if the draft has been submitted since.
 */
export const outboxKinds = ['mail', 'delivery', 'documents', 'code', 'link', 'replaced'] as const;
export type OutboxKind = (typeof outboxKinds)[number];

/**
 * Where a job waits. The database sets it by kind and provider (`set_lane` in migration 15), because a node of the build before
 * lanes adds jobs too; what names kinds and lanes here must agree with that. Codes, other mails, and what goes to each provider have lanes of their own, so
 * that one receiver that hangs holds up nobody else's.
 */
export type Lane = 'code' | 'mail' | `delivery:${string}`;

/** The lane of what goes to a provider. */
export function laneOfProvider(providerId: string): Lane {
  return `delivery:${providerId}`;
}

/** The provider of a lane; undefined of a lane of mails. */
export function providerOfLane(lane: Lane): string | undefined {
  return lane.startsWith('delivery:') ? lane.slice('delivery:'.length) : undefined;
}

/** A job as a worker takes it. */
export interface OutboxJob {
  /** Sent along, and the same over all retries, so that the receiver can recognise a repeat. */
  readonly id: string;
  readonly kind: OutboxKind;
  readonly lane: Lane;
  readonly applicationId: string;
  /** Counted from 1; an attempt of a worker that died counts too. */
  readonly attempt: number;
  readonly createDateTime: Date;
  /** When it was taken for this attempt. */
  readonly takeDateTime: Date;
  /** What its kind needs to know beside the application: names, ids and what is sealed. */
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

/** What is neither sent nor given up, in the words of the index `outbox_waiting`, which no other index fits. */
const isWaiting = sql<boolean>`coalesce(done_date_time, dead_date_time) is null`;

/** When a job may be taken: when it is due, or, where somebody holds it, when the lease ends. */
const takeableFrom = sql<Date>`greatest(run_date_time, lease_date_time)`;

/** A lane in which jobs are due. */
export interface DueLane {
  readonly lane: Lane;
  /** When an operator last asked for it to be tried at once. */
  readonly retryDateTime: Date | null;
}

/** The statement of `dueLanes`: reads a row or two a lane, however many jobs wait in it. */
export function findingDueLanes(now: RawBuilder<Date>) {
  return sql<{ lane: Lane; retry_date_time: Date | null }>`
    ${plannedEachTime}
    with recursive waiting(lane) as (
      (select lane from outbox where ${isWaiting} order by lane limit 1)
      union all
      select (select next.lane from outbox next where ${isWaiting} and next.lane > waiting.lane order by next.lane limit 1)
      from waiting where waiting.lane is not null
    )
    select waiting.lane, retry_date_time
    from waiting left join outbox_lane using (lane)
    where (
      select ${takeableFrom} from outbox where ${isWaiting} and outbox.lane = waiting.lane order by ${takeableFrom} limit 1
    ) <= ${now}
  `;
}

/** The lanes in which jobs are due. */
export async function dueLanes({ db, moment }: Timed): Promise<readonly DueLane[]> {
  const { rows } = await findingDueLanes(moment()).execute(db);
  return rows.map(({ lane, retry_date_time: retryDateTime }) => ({ lane, retryDateTime }));
}

/** Who takes a job, and until when it is theirs. */
export interface Lease {
  readonly by: string;
  readonly from: Moment;
  readonly until: Moment;
}

/**
 * The statement of `takeDueJob`. It takes one, for that is what the index is used for in its order, whatever the statistics say:
 * some at once are sorted where few are expected.
 */
export function takingDueJob(db: Kysely<Tables>, lane: Lane, { by, from, until }: Lease) {
  return db
    .with('due', (query) =>
      query
        .selectFrom('outbox')
        .select('id')
        .where('lane', '=', lane)
        .where(isWaiting)
        .where(takeableFrom, '<=', from)
        .orderBy(takeableFrom)
        .limit(sql.lit(1))
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('outbox')
    .from('due')
    .set((set) => ({
      lease_by: by,
      lease_date_time: until,
      attempts: set('outbox.attempts', '+', 1),
    }))
    .whereRef('outbox.id', '=', 'due.id')
    .returning(['outbox.id', 'kind', 'application_id', 'attempts', 'create_date_time', 'payload'])
    .returning(sql<Date>`cast(${from} as timestamptz)`.as('take_date_time'))
    .modifyEnd(plannedEachTime);
}

/**
 * Takes the job of a lane that has been due for longest, or none. It is this worker's until the lease ends; then
 * whoever asks next takes it over (F7). Several workers that ask at once get different jobs.
 */
export async function takeDueJob(
  db: Kysely<Tables>,
  lane: Lane,
  lease: Lease,
): Promise<OutboxJob | undefined> {
  const taken = await takingDueJob(db, lane, lease).executeTakeFirst();
  return (
    taken && {
      id: taken.id,
      kind: taken.kind as OutboxKind,
      lane,
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

/** Jobs of mails that led back to a draft which was erased since, or were about its address; at most `limit`. */
export async function mailsOfErased(db: Kysely<Tables>, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('outbox')
    .innerJoin('application', 'application.id', 'outbox.application_id')
    .select('outbox.id')
    // In the words of the index outbox_of_drafts.
    .where(sql<boolean>`outbox.kind in ('code', 'link', 'replaced')`)
    .where('application.data_key', 'is', null)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many jobs of a kind are still to be sent in a lane. */
export interface OutboxFigures {
  readonly lane: Lane;
  readonly kind: OutboxKind;
  readonly pending: number;
  readonly dead: number;
  /** Seconds since the oldest pending job was put there; 0 where there is none. */
  readonly oldestSeconds: number;
}

/**
 * The figures of every kind, for deliveries by provider: those named, and any other that jobs wait for. Jobs that were sent
 * are not read, so they cost nothing.
 */
export async function outboxFigures(
  { db, moment }: Timed,
  providerIds: readonly string[],
): Promise<readonly OutboxFigures[]> {
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
  const nothing = { pending: 0, dead: 0, oldestSeconds: 0 };
  note({ lane: 'mail', kind: 'mail', ...nothing });
  note({ lane: 'mail', kind: 'link', ...nothing });
  note({ lane: 'mail', kind: 'replaced', ...nothing });
  note({ lane: 'code', kind: 'code', ...nothing });
  for (const lane of providerIds.map(laneOfProvider))
    for (const kind of ['delivery', 'documents'] as const) note({ lane, kind, ...nothing });
  for (const { lane, kind, pending, dead, oldest, now } of rows)
    note({
      lane: lane as Lane,
      kind: kind as OutboxKind,
      pending: Number(pending),
      dead: Number(dead),
      oldestSeconds: oldest ? Math.max(0, now.getTime() - oldest.getTime()) / 1000 : 0,
    });
  return [...figures.values()];
}
