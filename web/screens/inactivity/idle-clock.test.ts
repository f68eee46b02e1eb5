import { describe, expect, test } from 'vitest';
import { createIdleClock, secondsSpoken } from './idle-clock.ts';

const begun = 1_800_000_000_000;
const clock = () => createIdleClock(600_000, 30_000, begun);

describe('the clock of an inactive session (D24)', () => {
  test('warns after the timeout, counts down and ends', () => {
    const idle = clock();
    expect(idle.secondsLeft(begun + 599_999)).toBe(null);
    expect(idle.secondsLeft(begun + 600_000)).toBe(30);
    expect(idle.secondsLeft(begun + 629_001)).toBe(1);
    expect(idle.secondsLeft(begun + 630_000)).toBe(0);
    expect(idle.secondsLeft(begun + 90_000_000)).toBe(0);
  });

  test('activity within half a second counts once (spec section 9)', () => {
    const idle = clock();
    idle.note(begun + 10_000);
    idle.note(begun + 10_499);
    expect(idle.secondsLeft(begun + 610_000)).toBe(30);
    idle.note(begun + 10_500);
    expect(idle.secondsLeft(begun + 610_000)).toBe(null);
    expect(idle.secondsLeft(begun + 610_500)).toBe(30);
  });

  test('a new screen starts with the full time, whatever was counted before', () => {
    const idle = clock();
    idle.note(begun + 10_000);
    idle.restart(begun + 10_100);
    expect(idle.secondsLeft(begun + 610_099)).toBe(null);
    idle.note(begun + 10_200);
    expect(idle.secondsLeft(begun + 610_199)).toBe(null);
  });

  test('activity is reported to the server once a minute (D23)', () => {
    const idle = clock();
    const reported = [0, 59_000, 60_000, 61_000, 119_000, 120_000].filter((millis) =>
      idle.note(begun + millis),
    );
    expect(reported).toEqual([60_000, 120_000]);
  });

  test('a lost report is sent again once, after five seconds', () => {
    const idle = clock();
    expect(idle.note(begun + 60_000)).toBe(true);
    idle.reportLost(begun + 61_000);
    expect(idle.note(begun + 62_000)).toBe(false);
    const repeated = [65_999, 66_000, 67_000].filter((millis) => idle.isReportOwed(begun + millis));
    expect(repeated).toEqual([66_000]);
    expect(idle.note(begun + 125_999)).toBe(false);
    expect(idle.note(begun + 126_500)).toBe(true);
  });

  test('reading a tab that the page opened counts as activity for half an hour, and is reported', () => {
    const idle = clock();
    idle.opened(begun);
    expect(idle.look(begun + 1_000, true)).toBe(false);
    const minutes = Array.from({ length: 29 }, (_, minute) => begun + (minute + 1) * 60_000);
    expect(minutes.map((at) => idle.look(at, false))).toEqual(minutes.map(() => true));
    expect(idle.look(begun + 1_800_000, false)).toBe(false);
    expect(idle.secondsLeft(begun + 29 * 60_000 + 599_999)).toBe(null);
    expect(idle.secondsLeft(begun + 29 * 60_000 + 600_000)).toBe(30);
  });

  test('coming back from an opened tab to a page that slept gives the full time, once', () => {
    const idle = clock();
    idle.opened(begun);
    idle.look(begun + 1_000, false);
    expect(idle.look(begun + 720_000, true)).toBe(true);
    expect(idle.secondsLeft(begun + 720_000)).toBe(null);
    expect(idle.look(begun + 800_000, false)).toBe(false);
    expect(idle.secondsLeft(begun + 1_320_000)).toBe(30);
  });

  test('leaving the page without one of its links is not activity', () => {
    const idle = clock();
    expect(idle.look(begun + 60_000, false)).toBe(false);
    expect(idle.secondsLeft(begun + 600_000)).toBe(30);
  });

  test('activity after the deadline does not count, as when the tab was suspended', () => {
    const idle = clock();
    expect(idle.note(begun + 1_800_000)).toBe(false);
    expect(idle.secondsLeft(begun + 1_800_000)).toBe(0);
  });

  test('a warning is never shorter than 20 seconds (D24)', () => {
    expect(createIdleClock(600_000, 5_000, begun).warningSeconds).toBe(20);
    expect(createIdleClock(600_000, 120_000, begun).warningSeconds).toBe(120);
  });
});

/** Returns the numbers of seconds that are announced during a countdown, without duplicates. */
function spokenFrom(total: number): number[] {
  const seconds = Array.from({ length: total + 1 }, (_, index) => total - index);
  return [...new Set(seconds.map((left) => secondsSpoken(left, total)))];
}

test('the default countdown is announced on opening, then at 20, 10 and 5 seconds', () => {
  expect(spokenFrom(30)).toEqual([30, 20, 10, 5]);
});

test('a long countdown is first announced every thirty seconds', () => {
  expect(spokenFrom(120)).toEqual([120, 90, 60, 20, 10, 5]);
});

test('a number whose second was missed is announced at the next second', () => {
  expect(secondsSpoken(19, 30)).toBe(20);
  expect(secondsSpoken(9, 30)).toBe(10);
});
