/**
 * Clears away, once a minute, what has expired: sessions with their drafts (D28), rows that nobody needs any more (D38), and
 * the objects of documents that are gone.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { ResumeServices } from '../resume/resume-events.ts';
import { sweepDrafts } from './sweep-drafts.ts';
import { sweepMailFiles } from './sweep-mail-files.ts';
import { sweepObjects } from './sweep-objects.ts';
import { type ObserveRows, sweepRows } from './sweep-rows.ts';
import type { ObserveEnd } from './sweep-sessions.ts';
import { sweepSessions } from './sweep-sessions.ts';

/** Milliseconds between sweeps; D28 asks for at most five minutes. */
const sweepMillis = 60_000;

type SweepLog = Pick<FastifyBaseLogger, 'info' | 'error'>;

/** Called for what was swept, for the metrics. */
export interface ObserveSweep {
  readonly ended: ObserveEnd;
  readonly deleted: ObserveRows;
}

export interface Sweeper {
  /** Sweeps once, at once; throws where something cannot be swept. */
  readonly runOnce: () => Promise<void>;
  /** Waits for a running sweep, and starts no other. */
  readonly stop: () => Promise<void>;
}

/**
 * Sweeps once: each kind by itself, so that one that fails does not stop the others. Several nodes may sweep at once.
 */
async function sweep(services: ResumeServices, log: SweepLog, observe: ObserveSweep): Promise<void> {
  const sweeps = await Promise.allSettled([
    // One after the other: the end of a session may leave a draft that nobody can come back to.
    inTurn([
      () => endSessions(services, log, observe.ended),
      () => eraseLostDrafts(services, log),
      () => sweepMailFiles(services),
    ]),
    sweepObjects(services),
    sweepRows(services, observe.deleted),
  ]);
  throwFailures(sweeps);
}

/** Does one after the other, also after one that failed. */
async function inTurn(works: readonly (() => Promise<void>)[]): Promise<void> {
  const done: PromiseSettledResult<void>[] = [];
  for (const work of works) done.push(...(await Promise.allSettled([work()])));
  throwFailures(done);
}

/** Throws what failed: one error, or all of them as one AggregateError. */
function throwFailures(works: readonly PromiseSettledResult<unknown>[]): void {
  const failures = works.flatMap((work) => (work.status === 'rejected' ? failuresIn(work.reason) : []));
  if (failures.length > 1) throw new AggregateError(failures);
  for (const failure of failures) throw failure;
}

function failuresIn(error: unknown): readonly unknown[] {
  return error instanceof AggregateError ? error.errors : [error];
}

/** Erases drafts and logs how many, never whose. */
async function eraseLostDrafts(services: ResumeServices, log: SweepLog): Promise<void> {
  const drafts = await sweepDrafts(services);
  if (drafts > 0) log.info({ drafts }, 'drafts that nobody came back to were erased');
}

/** Ends sessions and logs how many, never whose, even where some could not be ended. */
async function endSessions(services: ResumeServices, log: SweepLog, observe: ObserveEnd): Promise<void> {
  const ended = { idle: 0, lifetime: 0, drafts: 0 };
  try {
    await sweepSessions(services, (reason, withDraft) => {
      ended[reason] += 1;
      if (withDraft) ended.drafts += 1;
      observe(reason, withDraft);
    });
  } finally {
    if (ended.idle + ended.lifetime > 0)
      log.info(ended, 'sessions were over: ended, and drafts without a way back erased');
  }
}

/**
 * Sweeps every minute until it is stopped; what fails is logged and tried again the next time.
 */
export function startSweeper(services: ResumeServices, log: SweepLog, observe: ObserveSweep): Sweeper {
  const runOnce = () => sweep(services, log, observe);
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(runOnce).catch((error: unknown) => {
      for (const failure of failuresIn(error)) log.error(failure, 'sweep failed');
    });
  }, sweepMillis);
  timer.unref();
  return {
    runOnce,
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
