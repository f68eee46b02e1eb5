import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTestDatabase } from '../../tests/support/database.ts';
import { after, databaseMoment } from '../db/clock.ts';
import { watchClock } from './clock-watch.ts';
import { loggerOptions } from './logging.ts';

const minute = 60_000;

/** For two minutes, watches a node's clock that is `aheadMillis` ahead of the database's clock. */
async function watched(aheadMillis: number) {
  const database = await openTestDatabase();
  onTestFinished(database.close);
  const lines: { aheadSeconds: number }[] = [];
  const log = pino(loggerOptions('info'), { write: (line: string) => void lines.push(JSON.parse(line)) });
  const seen: number[] = [];
  const moment = () => after(databaseMoment(), -aheadMillis);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const watch = await watchClock({ db: database.db, moment }, log, (seconds) => seen.push(seconds));
    expect(seen).toHaveLength(1);
    for (const looks of [2, 3]) {
      vi.advanceTimersByTime(minute);
      await expect.poll(() => seen).toHaveLength(looks);
    }
    await watch.stop();
  } finally {
    vi.useRealTimers();
  }
  return { seen, lines };
}

test.each([20 * minute, -20 * minute])(
  'a clock that is %d ms off is warned about at the start and every minute',
  async (millis) => {
    const { seen, lines } = await watched(millis);
    expect(lines.map(({ aheadSeconds }) => aheadSeconds)).toEqual(seen);
    expect(seen).toHaveLength(3);
    for (const seconds of seen) expect(Math.abs(seconds - millis / 1000)).toBeLessThan(60);
    expect(lines[0]).toMatchObject({
      level: 'warn',
      msg: 'this node’s clock differs from the database’s: correct it',
    });
  },
);

test.each([0, 4_000, -4_000])('a clock that is %d ms off is measured without a warning', async (millis) => {
  const { seen, lines } = await watched(millis);
  expect(seen).toHaveLength(3);
  expect(lines).toEqual([]);
});
