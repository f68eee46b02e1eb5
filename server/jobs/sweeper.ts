/** Removes expired sessions with their drafts (D28), rows (D38), and bucket objects without a document, once a minute. */
import type { FastifyBaseLogger } from 'fastify';
import { dropJob, mailsOfErased } from '../db/queries/outbox.ts';
import { removeMailFile } from '../delivery/mailer.ts';
import type { ResumeServices } from '../resume/resume-events.ts';
import { periodically } from './periodically.ts';
import { sweepDrafts } from './sweep-drafts.ts';
import { sweepObjects } from './sweep-objects.ts';
import { type ObserveRows, sweepRows } from './sweep-rows.ts';
import { type ObserveEnd, sweepSessions } from './sweep-sessions.ts';

/** Milliseconds between sweeps. D28 requires at most five minutes. */
const sweepMillis = 60_000;

/** Mails whose files are removed per query. */
const mailBatch = 100;

/** Called with what was swept, for the metrics. */
type ObserveSweep = { readonly ended: ObserveEnd; readonly deleted: ObserveRows };

export type Sweeper = ReturnType<typeof startSweeper>;

/** Sweeps every minute until it is stopped. Failures are logged and retried the next time. Several nodes may sweep at once. */
export function startSweeper(
  services: ResumeServices,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  observe: ObserveSweep,
) {
  /** Sweeps once. Returns the failures, none of which stops the other kinds. */
  async function sweep(): Promise<readonly unknown[]> {
    const failures: unknown[] = [];
    const run = (work: Promise<void>) =>
      work.catch((error: unknown) => {
        failures.push(...(error instanceof AggregateError ? error.errors : [error]));
      });
    // One after the other: ending a session may leave a draft that no one can resume.
    const sweepSessionsFirst = async () => {
      await run(endSessions());
      await run(eraseLostDrafts());
      await run(sweepMailFiles(services));
    };
    const rows = run(sweepRows(services, observe.deleted));
    await Promise.all([sweepSessionsFirst(), run(sweepObjects(services)), rows]);
    return failures;
  }

  /** Ends sessions, and logs how many but never whose, even if some could not be ended. */
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

  /** Erases drafts, and logs how many but never whose. */
  async function eraseLostDrafts(): Promise<void> {
    const drafts = await sweepDrafts(services);
    if (drafts > 0) log.info({ drafts }, 'erased drafts that can no longer be resumed');
  }

  const { stop } = periodically(sweepMillis, async () => {
    for (const failure of await sweep()) log.error(failure, 'sweep failed');
  });
  return {
    /** Sweeps now. Throws if something can't be swept. */
    runOnce: async () => {
      const failures = await sweep();
      if (failures.length > 1) throw new AggregateError(failures);
      for (const failure of failures) throw failure;
    },
    stop,
  };
}

/**
 * Removes the mail files of erased drafts, because they contain the address of a resume link (D34, D55). Files are deleted before
 * the rows that name them, so an interrupted sweep finds them again.
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
