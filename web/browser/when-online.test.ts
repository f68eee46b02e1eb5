import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenOnline } from './when-online.ts';

let browser: EventTarget;
let times: number;

beforeEach(() => {
  vi.useFakeTimers();
  browser = new EventTarget();
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser));
  times = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const act = () => {
  times += 1;
};
const reportOnline = () => browser.dispatchEvent(new Event('online'));

test('acts at once when the network is back, then each second for ten seconds', () => {
  whenOnline(act);
  vi.advanceTimersByTime(60_000);
  expect(times).toBe(0);
  reportOnline();
  expect(times).toBe(1);
  vi.advanceTimersByTime(10_000);
  expect(times).toBe(11);
  vi.advanceTimersByTime(60_000);
  expect(times).toBe(11);
});

test('does not act more than once a second if the network comes and goes', () => {
  whenOnline(act);
  reportOnline();
  vi.advanceTimersByTime(5_000);
  reportOnline();
  vi.advanceTimersByTime(60_000);
  expect(times).toBe(6 + 11);
});

test('stops when ended', () => {
  const end = whenOnline(act);
  reportOnline();
  end();
  reportOnline();
  vi.advanceTimersByTime(60_000);
  expect(times).toBe(1);
});
