/**
 * Compares this node's clock with the database's, which decides about data (`db/clock.ts`). A wrong clock does no harm
 * to stored data, but its log lines and traces cannot be compared with those of other nodes, and what checks certificates
 * or signs calls of a key service goes by it: such a node is not ready (F13).
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Timed } from '../db/clock.ts';
import { readNow } from '../db/clock.ts';

const watchMillis = 60_000;

/** Milliseconds of difference at which a node may still be ready. */
export const toleratedMillis = 5_000;

const isTolerated = (aheadMillis: number) => Math.abs(aheadMillis) <= toleratedMillis;

export interface ClockWatch {
  /** Compares the clocks now: whether they are close enough. Rejects where the database cannot be asked. */
  readonly isRight: () => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

/**
 * Milliseconds by which this node's clock is certainly ahead of the database's, below 0 where it is behind. The time
 * that the query took does not count as a difference.
 */
export async function clockAheadMillis(database: Timed): Promise<number> {
  const asked = Date.now();
  const there = (await readNow(database)).getTime();
  const received = Date.now();
  if (there < asked) return asked - there;
  return there > received ? received - there : 0;
}

/** Compares the clocks at once and then every minute, until it is stopped, and warns while they are too far apart. */
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
