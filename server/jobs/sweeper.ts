/**
 * Removes what has expired once a minute: sessions with their drafts (D28), rows that are no longer needed (D38), and bucket
 * objects without a document.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { ResumeServices } from '../resume/resume-events.ts';
import { sweepDrafts } from './sweep-drafts.ts';
import { sweepMailFiles } from './sweep-mail-files.ts';
import { sweepObjects } from './sweep-objects.ts';
import { type ObserveRows, sweepRows } from './sweep-rows.ts';
import { type ObserveEnd, sweepSessions } from './sweep-sessions.ts';

/** Milliseconds between sweeps. D28 requires at most five minutes. */
const sweepMillis = 60_000;

type SweepLog = Pick<FastifyBaseLogger, 'info' | 'error'>;

/** Called with what was swept, for the metrics. */
export interface ObserveSweep {
  readonly ended: ObserveEnd;
  readonly deleted: ObserveRows;
}

export interface Sweeper {
  /** Sweeps once, at once. Throws if something can't be swept. */
  readonly runOnce: () => Promise<void>;
  /** Waits for a running sweep, and starts no other. */
  readonly stop: () => Promise<void>;
}

/** Sweeps once. Kinds are independent, so one that fails doesn't stop the others. Several nodes may sweep at once. */
async function sweep(services: ResumeServices, log: SweepLog, observe: ObserveSweep): Promise<void> {
  const sweeps = await Promise.allSettled([
    // One after the other: ending a session may leave a draft that no one can resume.
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

/** Runs one after the other, even after a failure. */
async function inTurn(works: readonly (() => Promise<void>)[]): Promise<void> {
  const done: PromiseSettledResult<void>[] = [];
  for (const work of works) done.push(...(await Promise.allSettled([work()])));
  throwFailures(done);
}

/** Throws the failures: one error, or all of them as one AggregateError. */
function throwFailures(works: readonly PromiseSettledResult<unknown>[]): void {
  const failures = works.flatMap((work) => (work.status === 'rejected' ? failuresIn(work.reason) : []));
  if (failures.length > 1) throw new AggregateError(failures);
  for (const failure of failures) throw failure;
}

function failuresIn(error: unknown): readonly unknown[] {
  return error instanceof AggregateError ? error.errors : [error];
}

/** Erases drafts, and logs how many but never whose. */
async function eraseLostDrafts(services: ResumeServices, log: SweepLog): Promise<void> {
  const drafts = await sweepDrafts(services);
  if (drafts > 0) log.info({ drafts }, 'erased drafts that can no longer be resumed');
}

/** Ends sessions, and logs how many but never whose, even if some could not be ended. */
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
      log.info(ended, 'ended expired sessions, and erased their drafts that cannot be resumed');
  }
}

/** Sweeps every minute until it is stopped. Failures are logged and retried the next time. */
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
