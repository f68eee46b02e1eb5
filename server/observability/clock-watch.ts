/**
 * Compares this node's clock with the database's, which decides about data (`db/clock.ts`). A wrong clock does no harm
 * to stored data, but its log lines and traces cannot be compared with those of other nodes.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Timed } from '../db/clock.ts';
import { readNow } from '../db/clock.ts';

const watchMillis = 60_000;

/** Milliseconds of difference that need no warning. */
const toleratedMillis = 5_000;

export interface ClockWatch {
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
  async function look(): Promise<void> {
    const millis = await clockAheadMillis(database);
    observe(millis / 1000);
    if (Math.abs(millis) > toleratedMillis)
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
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
