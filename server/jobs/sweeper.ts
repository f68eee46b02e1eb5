/** Each minute, ends expired sessions, erases unresumable drafts (D28), and deletes expired rows (D38) and unused objects. */
import type { FastifyBaseLogger } from 'fastify';
import { dropJob, mailsOfErased } from '../db/queries/outbox.ts';
import { removeMailFile } from '../delivery/mailer.ts';
import { periodically } from '../processes/periodically.ts';
import type { ResumeServices } from '../resume/resume-events.ts';
import { sweepDrafts } from './sweep-drafts.ts';
import { sweepObjects } from './sweep-objects.ts';
import { type ObserveRows, sweepRows } from './sweep-rows.ts';
import { type ObserveEnd, sweepSessions } from './sweep-sessions.ts';

/** Milliseconds between sweeps. D28 requires at most five minutes. */
const sweepMillis = 60_000;

/** Maximum number of outbox jobs that one query of `sweepMailFiles` returns. */
const mailBatch = 100;

/** The functions that count ended sessions and deleted rows for the metrics. */
type ObserveSweep = { readonly ended: ObserveEnd; readonly deleted: ObserveRows };

/** Sweeps every minute until stopped. Failures are logged, and the next sweep retries. Several nodes may sweep concurrently. */
export function startSweeper(
  services: ResumeServices,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  observe: ObserveSweep,
) {
  /** Runs all parts of a sweep, even if some fail. Returns their errors. */
  async function sweep(): Promise<readonly unknown[]> {
    const failures: unknown[] = [];
    const run = (work: Promise<void>) =>
      work.catch((error: unknown) => {
        failures.push(...(error instanceof AggregateError ? error.errors : [error]));
      });
    // Keep this order. Ending a session may leave a draft that no one can resume, and erasing a draft may leave email files.
    const sweepSessionsFirst = async () => {
      await run(endSessions());
      await run(eraseLostDrafts());
      await run(sweepMailFiles(services));
    };
    const rows = run(sweepRows(services, observe.deleted));
    await Promise.all([sweepSessionsFirst(), run(sweepObjects(services)), rows]);
    return failures;
  }

  /** Ends expired sessions. Even if some could not be ended, logs how many have ended, but never whose sessions they were. */
  async function endSessions(): Promise<void> {
    const ended = { idle: 0, lifetime: 0, drafts: 0 };
    try {
      await sweepSessions(services, (reason, withDraft) => {
        ended[reason] += 1;
        if (withDraft) ended.drafts += 1;
        observe.ended(reason, withDraft);
      });
    } finally {
      if (ended.idle + ended.lifetime > 0)
        log.info(ended, 'ended expired sessions, and erased their drafts that cannot be resumed');
    }
  }

  /** Erases drafts that can no longer be resumed. Logs their number, but never whose drafts they were. */
  async function eraseLostDrafts(): Promise<void> {
    const drafts = await sweepDrafts(services);
    if (drafts > 0) log.info({ drafts }, 'erased drafts that can no longer be resumed');
  }

  const { stop } = periodically(sweepMillis, async () => {
    for (const failure of await sweep()) log.error(failure, 'sweep failed');
  });
  return {
    /** Sweeps immediately. If one part of the sweep failed, throws its error; if several failed, throws an AggregateError. */
    runOnce: async () => {
      const failures = await sweep();
      if (failures.length > 1) throw new AggregateError(failures);
      for (const failure of failures) throw failure;
    },
    stop,
  };
}

/**
 * Removes the email files of erased drafts, because these files contain an email address (D34, D55). Removes a job only after its
 * file, so if the server crashes in between, the next sweep finds the job again.
 */
async function sweepMailFiles({ database, settings }: ResumeServices): Promise<void> {
  if (settings.smtpUrl !== undefined) return;
  for (let found = mailBatch; found === mailBatch; ) {
    const jobs = await mailsOfErased(database.db, mailBatch);
    found = jobs.length;
    for (const id of jobs) {
      await removeMailFile(settings.dataDir, id);
      await dropJob(database.db, id);
    }
  }
}
