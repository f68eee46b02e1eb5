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

/** Sweeps once. Several nodes may sweep at the same time. */
export async function sweep(services: Services): Promise<void> {
  const { database, now } = services;
  await sweepSessions(services);
  await deleteOldAnswers(database.db, new Date(now().getTime() - answersKeptMillis));
  await deleteOldLimits(database.db, new Date(now().getTime() - limitsKeptMillis));
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
