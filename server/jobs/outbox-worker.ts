/**
 * Sends what the outbox holds (D33). Codes, other mails, and what goes to each provider have lanes of their own, so that a
 * receiver that hangs delays nothing for others; where a provider takes nothing, its lane tries one job at a time.
 * A lane takes as many jobs as it may send at once, each under a lease, sends them outside of any transaction, and marks each as
 * sent together with its audit event, under the application's lock. A worker that dies in between leaves its leases to run
 * out, and the next one sends the jobs again under the same ids: at least once, and the receiver can recognise the repeat (F7).
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
import type { DueLane, Lane, OutboxJob, OutboxKind } from '../db/queries/outbox.ts';
import { dropJob, dueLanes, finishJob, providerOfLane, returnJob, takeDueJob } from '../db/queries/outbox.ts';
import { inTransaction } from '../security/in-transaction.ts';
import type { Services } from '../services.ts';
import { type Breaker, newBreaker } from './breaker.ts';

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

/** Thrown by a sender where the receiver did not take what was handed over to it: `cause` says why. */
export class HandOverFailed extends Error {
  override readonly name = 'HandOverFailed';

  constructor(cause: unknown) {
    super('The receiver did not take it.', { cause });
  }
}

/** How an attempt to send ended; `dead`: the last attempt failed; `dropped`: there was nothing to send any more. */
export const outcomes = ['sent', 'failed', 'dead', 'dropped'] as const;
export type Outcome = (typeof outcomes)[number];

/** Gives an attempt to send something a span of its own (OpenTelemetry). Returns what the attempt returns. */
export type TraceSending = (
  sending: { readonly kind: OutboxKind; readonly attempt: number },
  send: () => Promise<Outcome>,
) => Promise<Outcome>;

export interface OutboxWorkerOptions {
  /** Spreads retries; from 0 up to 1, as Math.random gives it. */
  readonly random?: () => number;
  /** Called after every attempt, for the metrics. */
  readonly observe?: (kind: OutboxKind, outcome: Outcome) => void;
  /** Called with whether all but single tries of a provider's lane are held back, whenever that may have changed. */
  readonly observeBreaker?: (lane: Lane, isOpen: boolean) => void;
  /** Milliseconds of a clock that never goes back, for the pauses between single tries. */
  readonly clock?: () => number;
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
 * How many jobs a node sends at once in a lane: to a provider 32 a second where its server takes 500 ms, at most (S7); mails so
 * that one that is taken slowly, for whatever receiver, does not hold up the others.
 */
const mostOfProvider = 16;
const mostOfMails = 4;

/**
 * How many jobs a node sends at once over all lanes: the first two of each lane always, beyond these so many together. So
 * providers that hang never take the last place from another.
 */
const ownPlaces = 2;
const sharedPlaces = 32;

/** Milliseconds between looks for jobs that nobody woke the worker for: retries, and those that another node left. */
const pollMillis = 5_000;

/**
 * Longest time, in milliseconds, that sending may take: 55 s at the provider's server, and what building the delivery takes
 * before. The lease is longer, so that no other worker sends the same job meanwhile.
 */
const sendMillis = 80_000;
const leaseMillis = 170_000;

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
  const { observeBreaker = () => {}, clock = () => performance.now() } = options;
  const trace: TraceSending = options.trace ?? ((_sending, send) => send());
  const name = randomUUID();
  const stopping = new AbortController();
  let stopped = false;

  /** What this node does in a lane. */
  interface LaneState {
    readonly name: Lane;
    readonly most: number;
    readonly breaker: Breaker | undefined;
    running: number;
    /** When a job of this lane was last taken, by the database's clock. */
    takenAt: Date;
  }
  const states = new Map<Lane, LaneState>();

  function stateOf(name: Lane): LaneState {
    const known = states.get(name);
    if (known) return known;
    const isMail = providerOfLane(name) === undefined;
    const state: LaneState = {
      name,
      most: isMail ? mostOfMails : mostOfProvider,
      breaker: isMail ? undefined : newBreaker(),
      running: 0,
      takenAt: new Date(0),
    };
    states.set(name, state);
    if (!isMail) observeBreaker(name, false);
    return state;
  }

  /** How many more jobs a lane may take now. */
  function placesFor(state: LaneState, { retryDateTime }: DueLane): number {
    const { running, most, breaker } = state;
    if (breaker?.isOpen()) {
      const isAsked = retryDateTime !== null && retryDateTime > state.takenAt;
      return running === 0 && (isAsked || breaker.mayTry(clock())) ? 1 : 0;
    }
    const shared = [...states.values()].reduce((sum, lane) => sum + Math.max(0, lane.running - ownPlaces), 0);
    const own = Math.max(0, ownPlaces - running);
    return Math.min(most - running, own + sharedPlaces - shared);
  }

  /** Takes what may be sent now, in every lane, and begins to send it; nothing where the disk has no room to record it (F8). */
  async function takeJobs(): Promise<void> {
    if (stopped || !(await database.hasRoom())) return;
    for (const due of await dueLanes(database)) {
      const state = stateOf(due.lane);
      for (let places = placesFor(state, due); places > 0 && !stopped; places -= 1) {
        const from = database.moment();
        const lease = { by: name, from, until: after(from, leaseMillis) };
        const job = await takeDueJob(database.db, due.lane, lease);
        if (!job) break;
        state.takenAt = job.takeDateTime;
        void work(state, job);
      }
    }
  }

  /** Does one job that was taken. Never rejects. */
  async function work(state: LaneState, job: OutboxJob): Promise<void> {
    const { kind } = job;
    state.running += 1;
    try {
      observe(kind, await trace({ kind, attempt: job.attempt }, () => attempt(job)));
    } catch (error) {
      log.warn({ job: kind, jobId: job.id, err: error }, 'how an attempt ended cannot be recorded');
    } finally {
      state.running -= 1;
      ring();
    }
  }

  /** Tells the breaker of a lane how a hand-over ended. */
  function noteHandOver({ lane }: OutboxJob, isTaken: boolean): void {
    const { breaker } = stateOf(lane);
    if (!breaker || stopping.signal.aborted) return;
    const wasOpen = breaker.isOpen();
    if (isTaken) breaker.succeeded();
    else breaker.failed(clock());
    const isOpen = breaker.isOpen();
    if (isOpen === wasOpen) return;
    observeBreaker(lane, isOpen);
    if (isOpen) log.warn({ lane }, 'the provider takes nothing: one delivery at a time is tried');
    else log.info({ lane }, 'the provider takes deliveries again');
  }

  /** Tries to send a job once, and records how that ended. */
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

  let bell = Promise.withResolvers<void>();
  let again = false;
  let working: Promise<void> | undefined;

  /** Has jobs looked for once more. */
  function ring(): void {
    again = true;
    bell.resolve();
  }

  /** Takes jobs whenever there may be any, until none is due and none is being sent. */
  async function drain(): Promise<void> {
    const isBusy = () => [...states.values()].some(({ running }) => running > 0);
    do {
      bell = Promise.withResolvers();
      again = false;
      try {
        await takeJobs();
      } catch (error) {
        log.warn({ err: error }, 'the outbox cannot be worked on at the moment');
      }
      if (!again && isBusy()) await bell.promise;
    } while (again || isBusy());
    working = undefined;
  }

  const runOnce = () => {
    ring();
    working ??= drain();
    return working;
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
