/**
 * Sends what the outbox holds (D33). Each kind has a lane of its own, so that a hanging mail server delays no delivery; codes
 * have several.
 * A lane takes one job at a time under a lease, sends it outside of any transaction, and marks it as sent together with
 * its audit event, under the application's lock. A worker that dies in between leaves its lease to run out, and the
 * next one sends the job again under the same id: at least once, and the receiver can recognise the repeat (F7).
 */
import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { updateApplication } from '../applications/transaction-context.ts';
import { isAltered } from '../applications/vouched-state.ts';
import { after } from '../db/clock.ts';
import { lockApplicationRow } from '../db/queries/applications.ts';
import type { AuditEvent } from '../db/queries/audit-events.ts';
import type { OutboxJob, OutboxKind } from '../db/queries/outbox.ts';
import { dropJob, finishJob, outboxKinds, returnJob, takeDueJob } from '../db/queries/outbox.ts';
import { inTransaction } from '../db/transactions.ts';
import type { TraceSending } from '../observability/tracing.ts';
import type { Services } from '../start/services.ts';

/**
 * Sends one job and returns its audit event. Holds no transaction. Should stop when the signal aborts; the attempt is
 * given up then in any case.
 */
export type Sender = (job: OutboxJob, signal: AbortSignal) => Promise<AuditEvent>;
export type Senders = Readonly<Record<OutboxKind, Sender>>;

export interface OutboxWorker {
  /** Tells the worker that there may be jobs. Returns at once. */
  wake(): void;
  /** Works until nothing is due any more. Never rejects; what fails is logged and tried again later. */
  runOnce(): Promise<void>;
  /** Takes no more jobs, and waits a few seconds for what is being sent before giving it up. */
  stop(): Promise<void>;
}

/** Thrown by a sender where what caused the job is over, such as a code whose time has run out: it is not tried again. */
export class NothingToSend extends Error {
  override readonly name = 'NothingToSend';
}

/** How an attempt to send ended; `dead`: the last attempt failed; `dropped`: there was nothing to send any more. */
export type Outcome = 'sent' | 'failed' | 'dead' | 'dropped';

export interface OutboxWorkerOptions {
  /** Spreads retries; from 0 up to 1, as Math.random gives it. */
  readonly random?: () => number;
  /** Called after every attempt, for the metrics. */
  readonly observe?: (kind: OutboxKind, outcome: Outcome) => void;
  /** Called where what was to be sent could not be opened, because it was altered, with the name of the error. */
  readonly onAltered?: (reason: string) => void;
  /** Wraps every attempt, for traces. */
  readonly trace?: TraceSending | undefined;
  /** How long `stop` waits for what is being sent, in milliseconds: the server has 10 s to end (F4). */
  readonly stopMillis?: number;
}

/** Seconds from one attempt to the next (D33); after the last of them a job that fails again is dead. */
const retrySeconds = [
  5,
  5 * 60,
  30 * 60,
  2 * 3600,
  5 * 3600,
  10 * 3600,
  14 * 3600,
  20 * 3600,
  24 * 3600,
] as const;

/** The same for a code, which is worth nothing after ten minutes (D55). */
const retrySecondsOfCode = [5, 15, 30, 60, 120, 240] as const;

/**
 * How many codes a node sends at once: each has a person waiting for it, and one that a mail server takes slowly, for whatever
 * receiver, must not hold up the others.
 */
const codeLanes = 4;

/** Milliseconds between looks for jobs that nobody woke the worker for: retries, and those that another node left. */
const pollMillis = 5_000;

/**
 * Longest time, in milliseconds, that sending may take. The lease is longer, so that no other worker sends the same job
 * meanwhile.
 */
const sendMillis = 60_000;
const leaseMillis = 150_000;

/**
 * Pauses between the attempts to mark a job as sent, in milliseconds. Pauses and attempts together are shorter than the
 * time by which a lease outlasts sending.
 */
const markPauses = [250, 1_000, 5_000, 15_000, 30_000] as const;

/**
 * Milliseconds until the next attempt after the given one failed, varied by up to a tenth, so that jobs that failed
 * together are not all retried together. Undefined after the last attempt.
 */
export function retryDelay(
  attempt: number,
  random: () => number,
  kind: OutboxKind = 'delivery',
): number | undefined {
  const seconds = (kind === 'code' ? retrySecondsOfCode : retrySeconds)[attempt - 1];
  return seconds === undefined ? undefined : seconds * 1000 * (0.9 + 0.2 * random());
}

/** The code of an error, and its status number: its message may quote an address (D37). */
function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' && /^\w{1,40}$/.test(error.code);
  const status = 'responseCode' in error && typeof error.responseCode === 'number';
  return `${code ? error.code : error.name}${status ? ` ${error.responseCode}` : ''}`;
}

/** How long the receiver asked us to wait, in milliseconds; 0 where it did not. */
function askedToWait(error: unknown): number {
  const asked = error instanceof Error && 'retryAfterMillis' in error ? error.retryAfterMillis : 0;
  return typeof asked === 'number' ? asked : 0;
}

/** Rejects when the signal aborts. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Starts a worker, which begins with the jobs already due. */
export function startOutboxWorker(
  { database, keys }: Pick<Services, 'database' | 'keys'>,
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
  senders: Senders,
  options: OutboxWorkerOptions = {},
): OutboxWorker {
  const { random = Math.random, observe = () => {}, stopMillis = 5_000 } = options;
  const trace: TraceSending = options.trace ?? ((_sending, send) => send());
  const name = randomUUID();
  const stopping = new AbortController();
  let stopped = false;

  /** Does one job of a kind; returns false where none is due, or the disk has no room to record it (F8). */
  async function workOn(kind: OutboxKind): Promise<boolean> {
    if (stopped || !(await database.hasRoom())) return false;
    const from = database.moment();
    const until = after(from, leaseMillis);
    const job = await takeDueJob(database.db, kind, { by: name, from, until });
    if (!job) return false;
    observe(kind, await trace({ kind, attempt: job.attempt }, () => attempt(job)));
    return true;
  }

  /** Tries to send a job once, and records how that ended. */
  async function attempt(job: OutboxJob): Promise<Outcome> {
    const { kind } = job;
    const fields = { job: kind, jobId: job.id, applicationId: job.applicationId, attempt: job.attempt };
    let event: AuditEvent;
    try {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(sendMillis)]);
      event = await Promise.race([senders[kind](job, signal), aborted(signal)]);
    } catch (error) {
      if (error instanceof NothingToSend) {
        await dropJob(database.db, job.id);
        log.info(fields, 'there was nothing to send any more');
        return 'dropped';
      }
      if (isAltered(error)) options.onAltered?.(error.name);
      const outcome = await giveBack(job, error);
      if (outcome === 'dead') log.error({ ...fields, err: error }, 'given up after the last attempt');
      else log.warn({ ...fields, err: error }, 'could not be sent');
      return outcome;
    }
    await mark(job, event);
    log.info(fields, 'sent');
    return 'sent';
  }

  /**
   * A job that was sent has not failed: if the store cannot record it, this tries again for as long as the lease lasts.
   */
  async function mark(job: OutboxJob, event: AuditEvent): Promise<void> {
    for (const millis of markPauses)
      try {
        return await finish(job, event);
      } catch (error) {
        log.warn({ job: job.kind, jobId: job.id, err: error }, 'sent, but could not be marked yet');
        await pause(millis, undefined, { signal: stopping.signal });
      }
    return finish(job, event);
  }

  async function finish(job: OutboxJob, event: AuditEvent): Promise<void> {
    await inTransaction({ database, keys }, async (context) => {
      const row = await lockApplicationRow(context.transaction, job.applicationId);
      if (await finishJob(context.transaction, job.id, context.now))
        await updateApplication(context, row, {}, [event]);
    });
  }

  async function giveBack(job: OutboxJob, failure: unknown): Promise<Outcome> {
    const error = failureCode(failure);
    // An attempt that a stop cut short never counts as the last one.
    const delay = retryDelay(stopping.signal.aborted ? 1 : job.attempt, random, job.kind);
    if (delay === undefined) return giveUp(job, error);
    const runAgainAt = after(database.moment(), Math.max(delay, askedToWait(failure)));
    await returnJob(database.db, job, name, { error, runAgainAt });
    return 'failed';
  }

  /** Marks the job as dead until an operator retries it, with an audit event (D33). */
  async function giveUp(job: OutboxJob, error: string): Promise<Outcome> {
    return inTransaction({ database, keys }, async (context) => {
      const row = await lockApplicationRow(context.transaction, job.applicationId);
      if (!(await returnJob(context.transaction, job, name, { error, deadSince: context.now })))
        return 'failed';
      const detail = { jobId: job.id, kind: job.kind, error };
      await updateApplication(context, row, {}, [{ type: 'given_up', detail }]);
      return 'dead';
    });
  }

  /**
   * Works on one kind, one job after another. A call while it is working makes it look for jobs once more at its end.
   */
  function lane(kind: OutboxKind): () => Promise<void> {
    let running: Promise<void> | undefined;
    let again = false;
    async function drain(): Promise<void> {
      try {
        while (again) {
          again = false;
          while (await workOn(kind));
        }
      } catch (error) {
        log.warn({ job: kind, err: error }, 'the outbox cannot be worked on at the moment');
      } finally {
        running = undefined;
      }
    }
    return () => {
      again = true;
      running ??= drain();
      return running;
    };
  }

  const lanes = outboxKinds.flatMap((kind) =>
    Array.from({ length: kind === 'code' ? codeLanes : 1 }, () => lane(kind)),
  );
  const runOnce = async () => {
    await Promise.all(lanes.map((run) => run()));
  };
  // Detached from the request that wakes the worker: the work is not part of its trace.
  const wake = AsyncResource.bind(() => void runOnce());
  const poll = setInterval(wake, pollMillis);
  poll.unref();
  wake();
  return {
    wake,
    runOnce,
    stop: async () => {
      stopped = true;
      clearInterval(poll);
      const patience = setTimeout(() => stopping.abort(), stopMillis);
      await runOnce();
      clearTimeout(patience);
    },
  };
}
