/** Clears away, once a minute, what is over: sessions with their drafts (D28), stored answers, windows of limits. */
import type { FastifyBaseLogger } from 'fastify';
import { sweepSessions } from './applications/sweep-sessions.ts';
import type { Services } from './services.ts';
import { deleteOldAnswers } from './store/idempotent-answers.ts';
import { deleteOldLimits } from './store/rate-limits.ts';

/** D28 asks for five minutes. */
const sweepMillis = 60_000;

/** A repeated call finds its first answer for this long (api "Headers"). */
const answersKeptMillis = 24 * 60 * 60_000;

/** The longest window of any limit (api "Limits"). */
const limitsKeptMillis = 60 * 60_000;

export interface Sweeper {
  /** Lets a sweep under way come to its end, and starts no other. */
  readonly stop: () => Promise<void>;
}

/** Sweeps once: each kind by itself, so that none waits for another that fails. Several nodes may do it at a time. */
export async function sweep(services: Services): Promise<void> {
  const { database, now } = services;
  const ago = (millis: number) => new Date(now().getTime() - millis);
  const sweeps = await Promise.allSettled([
    sweepSessions(services),
    deleteOldAnswers(database.db, ago(answersKeptMillis)),
    deleteOldLimits(database.db, ago(limitsKeptMillis)),
  ]);
  for (const swept of sweeps) if (swept.status === 'rejected') throw swept.reason;
}

/** Sweeps every minute until it is stopped; what fails is logged and tried again the next time. */
export function startSweeper(services: Services, log: FastifyBaseLogger): Sweeper {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => sweep(services)).catch((error: unknown) => log.error(error, 'sweep failed'));
  }, sweepMillis);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
