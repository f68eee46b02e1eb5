/** Compares this node's clock with the database's clock (`db/clock.ts`). A node with a wrong clock is not ready (F13). */
import type { FastifyBaseLogger } from 'fastify';
import { readNow, type Timed } from '../db/clock.ts';
import { periodically } from '../processes/periodically.ts';

const watchMillis = 60_000;

/** The largest clock difference at which a node is still ready, in milliseconds. */
export const toleratedMillis = 5_000;

const isTolerated = (aheadMillis: number) => Math.abs(aheadMillis) <= toleratedMillis;

/**
 * Returns the smallest possible difference between this node's clock and the database's clock, in milliseconds. The difference is
 * positive if this node's clock is ahead, negative if it is behind, and 0 if the clocks might agree.
 */
export async function clockAheadMillis(database: Timed): Promise<number> {
  const before = Date.now();
  const there = (await readNow(database)).getTime();
  const received = Date.now();
  if (there < before) return before - there;
  return there > received ? received - there : 0;
}

/** Compares the clocks now and every minute. Logs a warning if they differ too much. `isRight` compares them again. */
export async function watchClock(
  database: Timed,
  log: Pick<FastifyBaseLogger, 'warn'>,
  observe: (aheadSeconds: number) => void,
) {
  async function compare(): Promise<number> {
    const millis = await clockAheadMillis(database);
    observe(millis / 1000);
    return millis;
  }
  async function look(): Promise<void> {
    const millis = await compare();
    if (!isTolerated(millis))
      log.warn({ aheadSeconds: millis / 1000 }, 'this node’s clock differs from the database’s: correct it');
  }
  await look();
  const { stop } = periodically(watchMillis, () =>
    look().catch((error) => log.warn({ err: error }, 'the clock cannot be compared with the database')),
  );
  return { isRight: async () => isTolerated(await compare()), stop };
}
