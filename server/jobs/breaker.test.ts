import { expect, test } from 'vitest';
import { newBreaker } from './breaker.ts';

const mostFailures = 5;
const firstPause = 5_000;
const longestPause = 60_000;

/** Returns a breaker after this many failures at time 0. */
function failing(times: number) {
  const breaker = newBreaker();
  for (let count = 0; count < times; count += 1) breaker.failed(0);
  return breaker;
}

test('a breaker opens after five failures in a row', () => {
  expect(failing(mostFailures - 1).isOpen()).toBe(false);
  expect(failing(mostFailures).isOpen()).toBe(true);
  const breaker = failing(mostFailures - 1);
  breaker.succeeded();
  breaker.failed(0);
  expect(breaker.isOpen()).toBe(false);
});

test('an open breaker allows single tries at growing intervals, up to a minute', () => {
  const breaker = failing(mostFailures);
  let now = 0;
  for (const pause of [
    firstPause,
    2 * firstPause,
    4 * firstPause,
    8 * firstPause,
    longestPause,
    longestPause,
  ]) {
    expect(breaker.mayTry(now + pause - 1)).toBe(false);
    now += pause;
    expect(breaker.mayTry(now)).toBe(true);
    breaker.failed(now);
  }
});

test('failures of jobs started before a breaker opened do not extend its pause', () => {
  const breaker = failing(mostFailures + 11);
  expect(breaker.mayTry(firstPause)).toBe(true);
});

test('a breaker closes at the first success, and starts over', () => {
  const breaker = failing(mostFailures);
  breaker.failed(firstPause);
  breaker.succeeded();
  expect([breaker.isOpen(), breaker.mayTry(firstPause)]).toEqual([false, true]);
  for (let count = 0; count < mostFailures; count += 1) breaker.failed(0);
  expect(breaker.mayTry(firstPause)).toBe(true);
});
