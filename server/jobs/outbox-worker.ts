/**
 * Sends what the outbox holds (D33). Each kind has a lane of its own, so that a mail server that hangs holds up no
 * delivery. A lane takes one job at a time under a lease, sends it outside of any transaction, and marks it as sent
 * together with its audit event, under the application's lock. A worker that dies in between leaves its lease to run
 * out, and the next one sends the job again under the same id: at least once, and the repeat can be told (F7).
 */
import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { updateApplication } from '../applications/application-writer.ts';
import type { Services } from '../services.ts';
import { lockApplicationRow } from '../store/applications.ts';
import type { AuditEvent } from '../store/audit-events.ts';
import type { OutboxJob, OutboxKind } from '../store/outbox.ts';
import { finishJob, outboxKinds, returnJob, takeDueJob } from '../store/outbox.ts';
import type { TraceSending } from '../tracing.ts';

/**
 * Sends one job and answers what happened, for the audit trail. Holds no transaction. Should stop when the signal
 * says so; it is given up then in any case.
 */
export type Sender = (job: OutboxJob, signal: AbortSignal) => Promise<AuditEvent>;
export type Senders = Readonly<Record<OutboxKind, Sender>>;

export interface OutboxWorker {
  /** Says that there may be something to do. Returns at once. */
  wake(): void;
  /** Works until nothing is due any more. Never rejects; what fails is logged and tried again later. */
  runOnce(): Promise<void>;
  /** Takes nothing more, and waits a few seconds for what is being sent before giving it up. */
  stop(): Promise<void>;
}

/** How an attempt to send ended: `dead` was the last one and failed. */
export type Outcome = 'sent' | 'failed' | 'dead';

export interface OutboxWorkerOptions {
  /** Spreads retries; from 0 up to 1, as Math.random gives it. */
  readonly random?: () => number;
  /** Told of every attempt, for the figures. */
  readonly observe?: (kind: OutboxKind, outcome: Outcome) => void;
  /** Goes around every attempt, for traces. */
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

/** How often a worker looks for jobs that nobody woke it for: retries, and what another node left. */
const pollMillis = 5_000;

/** Longest time that sending may take. The lease is longer, so that nobody sends what is still being sent. */
const sendMillis = 60_000;
const leaseMillis = 150_000;

/**
 * Pauses between the attempts to mark what was sent, in milliseconds: together with the attempts less than a lease is
 * longer than sending.
 */
const markPauses = [250, 1_000, 5_000, 15_000, 30_000] as const;

/**
 * Milliseconds until the next attempt after the given one failed, up to a tenth more or less, so that what failed
 * together does not come back together. Undefined after the last attempt.
 */
export function retryDelay(attempt: number, random: () => number): number | undefined {
  const seconds = retrySeconds[attempt - 1];
  return seconds === undefined ? undefined : seconds * 1000 * (0.9 + 0.2 * random());
}

/** What failed, in a word and a number: the message of an error may quote an address (D37). */
function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' && /^\w{1,40}$/.test(error.code);
  const status = 'responseCode' in error && typeof error.responseCode === 'number';
  return `${code ? error.code : error.name}${status ? ` ${error.responseCode}` : ''}`;
}

/** How long the other side asked us to wait, in milliseconds; 0 where it did not. */
function askedToWait(error: unknown): number {
  const asked = error instanceof Error && 'retryAfterMillis' in error ? error.retryAfterMillis : 0;
  return typeof asked === 'number' ? asked : 0;
}

/** Rejects when the signal says so. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Starts working, on what is due already first. */
export function startOutboxWorker(
  { database, now }: Pick<Services, 'database' | 'now'>,
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
  senders: Senders,
  options: OutboxWorkerOptions = {},
): OutboxWorker {
  const { random = Math.random, observe = () => {}, stopMillis = 5_000 } = options;
  const trace: TraceSending = options.trace ?? ((_sending, send) => send());
  const name = randomUUID();
  const stopping = new AbortController();
  let stopped = false;

  /** Does one job of a kind; answers false where there is none, or no room on the disk to note it (F8). */
  async function workOn(kind: OutboxKind): Promise<boolean> {
    if (stopped || !(await database.hasRoom())) return false;
    const from = now();
    const until = new Date(from.getTime() + leaseMillis);
    const job = await takeDueJob(database.db, kind, { by: name, from, until });
    if (!job) return false;
    observe(kind, await trace({ kind, attempt: job.attempt }, () => attempt(job)));
    return true;
  }

  /** Sends a job once, and notes how that ended. */
  async function attempt(job: OutboxJob): Promise<Outcome> {
    const { kind } = job;
    const fields = { job: kind, jobId: job.id, applicationId: job.applicationId, attempt: job.attempt };
    let event: AuditEvent;
    try {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(sendMillis)]);
      event = await Promise.race([senders[kind](job, signal), aborted(signal)]);
    } catch (error) {
      const outcome = await giveBack(job, error);
      if (outcome === 'dead') log.error({ ...fields, err: error }, 'given up after the last attempt');
      else log.warn({ ...fields, err: error }, 'could not be sent');
      return outcome;
    }
    await mark(job, event);
    log.info(fields, 'sent');
    return 'sent';
  }

  /** What was sent is no failure: while the store cannot note it, it is asked again for as long as the lease holds. */
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
    await database.db.transaction().execute(async (transaction) => {
      const row = await lockApplicationRow(transaction, job.applicationId);
      const at = now();
      if (await finishJob(transaction, job.id, at))
        await updateApplication({ transaction, now: at }, row, {}, [event]);
    });
  }

  async function giveBack(job: OutboxJob, failure: unknown): Promise<Outcome> {
    const at = now();
    const error = failureCode(failure);
    // What a stop cut short has not failed: it never was the last attempt.
    const delay = retryDelay(stopping.signal.aborted ? 1 : job.attempt, random);
    if (delay === undefined) return giveUp(job, { error, deadSince: at });
    const runAgainAt = new Date(at.getTime() + Math.max(delay, askedToWait(failure)));
    await returnJob(database.db, job, name, { error, runAgainAt });
    return 'failed';
  }

  /** Dead until the operator retries it; the audit trail says so (D33). */
  async function giveUp(job: OutboxJob, failure: { error: string; deadSince: Date }): Promise<Outcome> {
    return database.db.transaction().execute(async (transaction) => {
      const row = await lockApplicationRow(transaction, job.applicationId);
      if (!(await returnJob(transaction, job, name, failure))) return 'failed';
      const detail = { jobId: job.id, kind: job.kind, error: failure.error };
      await updateApplication({ transaction, now: failure.deadSince }, row, {}, [
        { type: 'given_up', detail },
      ]);
      return 'dead';
    });
  }

  /** One kind, one job after the other. A call while it is working makes it look once more before it rests. */
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

  const lanes = outboxKinds.map(lane);
  const runOnce = async () => {
    await Promise.all(lanes.map((run) => run()));
  };
  // Whoever wakes it goes on: what it then does is no part of a request.
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
