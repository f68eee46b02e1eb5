/**
 * Sends the jobs of the outbox (D33) from one queue for codes, one for other emails, and one per provider. The worker claims a
 * job under a lease, sends it outside any transaction, and marks it as sent in the transaction that adds the audit event. If the
 * worker dies, another one sends the job again with the same id, so the receiver can recognize a repeat (F7).
 */
import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isAltered } from '../applications/audited-state.ts';
import { updateApplication } from '../applications/row-change.ts';
import { after } from '../db/clock.ts';
import { lockApplicationRow } from '../db/queries/applications.ts';
import type { AuditEvent } from '../db/queries/audit-events.ts';
import type { DueQueue, Lane, OutboxJob, OutboxKind } from '../db/queries/outbox.ts';
import {
  dropJob,
  dueQueues,
  finishJob,
  providerOfLane,
  returnJob,
  takeDueJob,
} from '../db/queries/outbox.ts';
import { inTransaction, type WriteContext } from '../security/in-transaction.ts';
import type { Services } from '../services.ts';
import { newBreaker } from './breaker.ts';

/** Sends one job and returns the audit event to record. Runs outside any transaction, and stops when the signal is aborted. */
export type Sender = (job: OutboxJob, signal: AbortSignal) => Promise<AuditEvent>;
export type Senders = Readonly<Record<OutboxKind, Sender>>;

/** Thrown by a sender if a job has nothing to send anymore, such as an expired code. The job is then deleted. */
export class NothingToSend extends Error {
  override readonly name = 'NothingToSend';
}

/** Thrown by a sender if the provider didn't accept a delivery. `cause` is the error of the delivery method. */
export class HandOverFailed extends Error {
  override readonly name = 'HandOverFailed';

  constructor(cause: unknown) {
    super('The provider did not accept the delivery.', { cause });
  }
}

/** The possible outcomes of an attempt. `dead`: the last attempt failed. `dropped`: the job no longer had anything to send. */
export const outcomes = ['sent', 'failed', 'dead', 'dropped'] as const;
export type Outcome = (typeof outcomes)[number];

/** Runs an attempt in its own OpenTelemetry span. Returns the attempt's outcome. */
export type TraceSending = (
  sending: { readonly kind: OutboxKind; readonly attempt: number },
  send: () => Promise<Outcome>,
) => Promise<Outcome>;

export interface OutboxWorkerOptions {
  /** Returns a random number from 0 to below 1. It varies the delay before a retry, so retries of many jobs spread out. */
  readonly random?: () => number;
  /** Called after every attempt whose outcome was recorded, to count it in the metrics. */
  readonly observe?: (kind: OutboxKind, outcome: Outcome) => void;
  /** Called with the state of a provider's circuit breaker when the breaker is created, opens or closes. */
  readonly observeBreaker?: (lane: Lane, isOpen: boolean) => void;
  /** Returns the milliseconds of a monotonic clock, for the circuit breaker. */
  readonly clock?: () => number;
  /** Called with the name of the error if a job's content couldn't be decrypted, or a job's application was altered. */
  readonly onAltered?: (reason: string) => void;
  readonly trace?: TraceSending | undefined;
  /** Milliseconds for which `stop` waits for running jobs before it aborts them. The whole server has 10 s to stop (F4). */
  readonly stopMillis?: number;
}

/** Seconds between the attempts to send a job (D33). The job is dead if the attempt after the last delay fails. */
const retrySeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** Seconds between the attempts to send a code, which expires after ten minutes (D55). */
const retrySecondsOfCode = [5, 15, 30, 60, 120, 240] as const;

/** The maximum number of concurrent jobs of a provider's queue on a node: 32 jobs per second if each takes 500 ms (S7). */
const mostOfProvider = 16;
/** The maximum number of concurrent jobs of each queue for emails on a node. */
const mostOfMails = 4;

/** The number of job slots that a node reserves for each queue, so a provider that hangs can't block other queues. */
const ownSlots = 2;
/** The number of additional job slots, which all queues of a node share. */
const sharedSlots = 32;

/** Milliseconds between checks for due jobs. The checks find retries, and jobs that other nodes left unfinished. */
const pollMillis = 5_000;

const sendMillis = 80_000;
/** Milliseconds until a job's lease ends. This is longer than `sendMillis`, so a running attempt always has the lease. */
const leaseMillis = 170_000;

/** Milliseconds between attempts to mark a job as sent. All of them together, plus `sendMillis`, are less than `leaseMillis`. */
const markPauses = [250, 1_000, 5_000, 15_000, 30_000] as const;

/** Returns the milliseconds from failed attempt number `attempt` to the next, ±10%, or undefined after the last attempt. */
export function retryDelay(attempt: number, random: () => number, kind: OutboxKind = 'delivery') {
  const seconds = (kind === 'code' ? retrySecondsOfCode : retrySeconds)[attempt - 1];
  return seconds === undefined ? undefined : seconds * 1000 * (0.9 + 0.2 * random());
}

/** Returns an error's code or name, and its response's status number. Omits the message, which may quote an address (D37). */
function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' && /^\w{1,40}$/.test(error.code);
  const status = 'responseCode' in error && typeof error.responseCode === 'number';
  return `${code ? error.code : error.name}${status ? ` ${error.responseCode}` : ''}`;
}

/** Returns how many milliseconds the receiver asks us to wait until the next attempt, or 0 if it doesn't ask for a wait. */
function requestedDelay(error: unknown): number {
  const millis = error instanceof Error && 'retryAfterMillis' in error ? error.retryAfterMillis : 0;
  return typeof millis === 'number' ? millis : 0;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

type QueueState = ReturnType<typeof newQueueState>;

function newQueueState(lane: Lane) {
  const isMail = providerOfLane(lane) === undefined;
  return {
    most: isMail ? mostOfMails : mostOfProvider,
    breaker: isMail ? undefined : newBreaker(),
    running: 0,
    /** Time at which this node last claimed a job of this queue, by the database's clock. */
    claimedAt: new Date(0),
  };
}

/** Starts a worker. It immediately begins to send the jobs that are already due. */
export function startOutboxWorker(
  { database, keys }: Pick<Services, 'database' | 'keys'>,
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
  senders: Senders,
  options: OutboxWorkerOptions = {},
) {
  const { random = Math.random, observe = () => {}, stopMillis = 5_000 } = options;
  const { observeBreaker = () => {}, clock = () => performance.now() } = options;
  const trace: TraceSending = options.trace ?? ((_sending, send) => send());
  const name = randomUUID();
  const stopping = new AbortController();
  let stopped = false;

  const states = new Map<Lane, QueueState>();

  function stateOf(lane: Lane): QueueState {
    const known = states.get(lane);
    if (known) return known;
    const state = newQueueState(lane);
    states.set(lane, state);
    if (state.breaker) observeBreaker(lane, false);
    return state;
  }

  /** Returns how many more jobs of a queue may be claimed now. */
  function slotsFor(state: QueueState, { retryDateTime }: DueQueue): number {
    const { running, most, breaker } = state;
    if (breaker?.isOpen()) {
      const isAsked = retryDateTime !== null && retryDateTime > state.claimedAt;
      return running === 0 && (isAsked || breaker.mayTry(clock())) ? 1 : 0;
    }
    const shared = [...states.values()].reduce((sum, lane) => sum + Math.max(0, lane.running - ownSlots), 0);
    const own = Math.max(0, ownSlots - running);
    return Math.min(most - running, own + sharedSlots - shared);
  }

  /** Claims the jobs that may be sent now and starts sending them, unless the disk is too full to record outcomes (F8). */
  async function claimJobs(): Promise<void> {
    if (stopped || !(await database.hasFreeSpace())) return;
    for (const due of await dueQueues(database)) {
      const state = stateOf(due.lane);
      for (let slots = slotsFor(state, due); slots > 0 && !stopped; slots -= 1) {
        const from = database.moment();
        const lease = { by: name, from, until: after(from, leaseMillis) };
        const job = await takeDueJob(database.db, due.lane, lease);
        if (!job) break;
        state.claimedAt = job.takeDateTime;
        void work(state, job);
      }
    }
  }

  /** Processes one claimed job. Never rejects. */
  async function work(state: QueueState, job: OutboxJob): Promise<void> {
    const { kind } = job;
    state.running += 1;
    try {
      observe(kind, await trace({ kind, attempt: job.attempt }, () => attempt(job)));
    } catch (error) {
      log.warn({ job: kind, jobId: job.id, err: error }, 'the outcome of an attempt could not be recorded');
    } finally {
      state.running -= 1;
      requestRun();
    }
  }

  /** Reports to the circuit breaker of a job's queue whether the provider accepted the job. */
  function noteHandOver({ lane }: OutboxJob, isTaken: boolean): void {
    const { breaker } = stateOf(lane);
    if (!breaker || stopping.signal.aborted) return;
    const wasOpen = breaker.isOpen();
    if (isTaken) breaker.succeeded();
    else breaker.failed(clock());
    const isOpen = breaker.isOpen();
    if (isOpen === wasOpen) return;
    observeBreaker(lane, isOpen);
    if (isOpen) log.warn({ lane }, 'the provider accepts nothing: trying one delivery at a time');
    else log.info({ lane }, 'the provider accepts deliveries again');
  }

  /** Tries to send a job once, and records the outcome. */
  async function attempt(job: OutboxJob): Promise<Outcome> {
    const { kind } = job;
    const fields = { job: kind, jobId: job.id, applicationId: job.applicationId, attempt: job.attempt };
    let event: AuditEvent;
    try {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(sendMillis)]);
      event = await Promise.race([senders[kind](job, signal), aborted(signal)]);
      noteHandOver(job, true);
    } catch (thrown) {
      const error = thrown instanceof HandOverFailed ? thrown.cause : thrown;
      if (error !== thrown) noteHandOver(job, false);
      if (error instanceof NothingToSend) {
        await dropJob(database.db, job.id);
        log.info(fields, 'there was nothing left to send');
        return 'dropped';
      }
      if (isAltered(error)) options.onAltered?.(error.name);
      const outcome = await returnFailed(job, error);
      if (outcome === 'dead') log.error({ ...fields, err: error }, 'given up after the last attempt');
      else log.warn({ ...fields, err: error }, 'could not be sent');
      return outcome;
    }
    await mark(job, event);
    log.info(fields, 'sent');
    return 'sent';
  }

  /** Marks a job as sent. Retries if the database fails, because a job that isn't marked would be sent again. */
  async function mark(job: OutboxJob, event: AuditEvent): Promise<void> {
    const finish = () => endJob(job, event, ({ transaction, now }) => finishJob(transaction, job.id, now));
    for (const millis of markPauses)
      try {
        return void (await finish());
      } catch (error) {
        log.warn({ job: job.kind, jobId: job.id, err: error }, 'sent, but could not be marked yet');
        await pause(millis, undefined, { signal: stopping.signal });
      }
    await finish();
  }

  /**
   * Locks the application, runs `end` and adds an audit event. If `end` returns false, adds no event and returns false. Adds no
   * event to an altered application, because the event would confirm the alteration.
   */
  function endJob(
    { id, applicationId }: OutboxJob,
    event: AuditEvent,
    end: (context: WriteContext) => Promise<boolean>,
  ): Promise<boolean> {
    return inTransaction({ database, keys }, async (context) => {
      const row = await lockApplicationRow(context.transaction, applicationId);
      if (!(await end(context))) return false;
      await updateApplication(context, row, {}, [event]).catch((error: unknown) => {
        if (!isAltered(error)) throw error;
        options.onAltered?.(error.name);
        log.warn({ jobId: id, applicationId, err: error }, 'no audit event was added');
      });
      return true;
    });
  }

  async function returnFailed(job: OutboxJob, failure: unknown): Promise<Outcome> {
    const error = failureCode(failure);
    // If the attempt was aborted because the worker is stopping, the job is always retried, even if this was its last attempt.
    const delay = retryDelay(stopping.signal.aborted ? 1 : job.attempt, random, job.kind);
    if (delay === undefined) {
      // The job is now dead. It is sent again only if an operator retries it (D33).
      const givenUp: AuditEvent = { type: 'given_up', detail: { jobId: job.id, kind: job.kind, error } };
      const isDead = await endJob(job, givenUp, ({ transaction, now }) =>
        returnJob(transaction, job, name, { error, deadSince: now }),
      );
      return isDead ? 'dead' : 'failed';
    }
    const runAgainAt = after(database.moment(), Math.max(delay, requestedDelay(failure)));
    await returnJob(database.db, job, name, { error, runAgainAt });
    return 'failed';
  }

  let wakeUp = Promise.withResolvers<void>();
  let again = false;
  let working: Promise<void> | undefined;

  /** Makes `drain` search for due jobs again. */
  function requestRun(): void {
    again = true;
    wakeUp.resolve();
  }

  /** Claims jobs whenever some may be due. Resolves when no job is due or running. */
  async function drain(): Promise<void> {
    const isBusy = () => [...states.values()].some(({ running }) => running > 0);
    do {
      wakeUp = Promise.withResolvers();
      again = false;
      try {
        await claimJobs();
      } catch (error) {
        log.warn({ err: error }, 'the outbox is not available at the moment');
      }
      if (!again && isBusy()) await wakeUp.promise;
    } while (again || isBusy());
    working = undefined;
  }

  /** Sends due jobs, and resolves when no job is due or running. Never rejects: logs failures and retries the jobs later. */
  const runOnce = () => {
    requestRun();
    working ??= drain();
    return working;
  };
  // `wake` uses the async context of the worker's start, so the work isn't traced as part of a request that calls `wake`.
  const wake = AsyncResource.bind(() => void runOnce());
  const poll = setInterval(wake, pollMillis);
  poll.unref();
  wake();
  return {
    wake,
    runOnce,
    /** Stops claiming jobs, waits up to `stopMillis` for running jobs, and then aborts them. */
    stop: async () => {
      stopped = true;
      clearInterval(poll);
      const timeout = setTimeout(() => stopping.abort(), stopMillis);
      await runOnce();
      clearTimeout(timeout);
    },
  };
}
