/**
 * Compares this node's clock with the database's, which decides about data (`db/clock.ts`). A wrong clock does no harm to stored
 * data, but the node's log lines and traces then disagree with those of other nodes, and certificate checks and calls of a key
 * service depend on it. Such a node is not ready (F13).
 */
import type { FastifyBaseLogger } from 'fastify';
import { readNow, type Timed } from '../db/clock.ts';

const watchMillis = 60_000;

/** Largest difference at which a node is ready, in milliseconds. */
export const toleratedMillis = 5_000;

const isTolerated = (aheadMillis: number) => Math.abs(aheadMillis) <= toleratedMillis;

export interface ClockWatch {
  /** Compares the clocks now; resolves to whether they are close enough. Rejects if the database cannot be before. */
  readonly isRight: () => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

/**
 * Returns the milliseconds by which this node's clock is certainly ahead of the database's; negative if it is behind. The
 * duration of the query does not count as a difference.
 */
export async function clockAheadMillis(database: Timed): Promise<number> {
  const before = Date.now();
  const there = (await readNow(database)).getTime();
  const received = Date.now();
  if (there < before) return before - there;
  return there > received ? received - there : 0;
}

/** Compares the clocks at once and then every minute until stopped, and warns while they are too far apart. */
export async function watchClock(
  database: Timed,
  log: Pick<FastifyBaseLogger, 'warn'>,
  observe: (aheadSeconds: number) => void,
): Promise<ClockWatch> {
  async function compare(): Promise<number> {
    const millis = await clockAheadMillis(database);
    observe(millis / 1000);
    return millis;
  }
  async function look(): Promise<void> {
    const millis = await compare();
    if (!isTolerated(millis))
      log.warn(
        { aheadSeconds: millis / 1000 },
        'the clock of this node is not the time of the database: set it right',
      );
  }
  let running = look();
  await running;
  const timer = setInterval(() => {
    running = running
      .then(look)
      .catch((error: unknown) => log.warn({ err: error }, 'the clock cannot be compared with the database'));
  }, watchMillis);
  timer.unref();
  return {
    isRight: async () => isTolerated(await compare()),
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
