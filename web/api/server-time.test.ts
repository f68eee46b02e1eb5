import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createServerTime } from './server-time.ts';

/** Returns a device whose clock is set to 2008, and a server in 2026. */
function deviceAndServer() {
  let steady = 5_000;
  let server = Date.UTC(2026, 10, 25, 12);
  const time = createServerTime(
    () => steady,
    () => Date.UTC(2008, 0, 1),
  );
  const pass = (millis: number) => {
    steady += millis;
    server += millis;
  };
  return {
    time,
    pass,
    /** The monotonic clock stops while the device sleeps. */
    sleep: (millis: number) => {
      server += millis;
    },
    setServer: (to: number) => {
      server = to;
    },
    server: () => server,
    /** Makes a call whose request takes `there` milliseconds and whose response takes `back` milliseconds. */
    call: (there: number, back: number) => {
      const sentAt = steady;
      pass(there);
      const told = new Date(server).toISOString();
      pass(back);
      time.learn(told, sentAt);
    },
  };
}

test('before any response, the time is the device’s', () => {
  const { time } = deviceAndServer();
  time.learn(null, 0);
  time.learn('tomorrow', 0);
  expect(time.now().getUTCFullYear()).toBe(2008);
});

test('the time is behind the server’s by at most the fastest response, and never ahead', () => {
  const calls = fc.array(fc.tuple(fc.nat(30_000), fc.nat(30_000), fc.nat(3_600_000)), { minLength: 1 });
  fc.assert(
    fc.property(calls, (made) => {
      const { time, pass, call, server } = deviceAndServer();
      const start = time.elapsed();
      let steady = 0;
      for (const [there, back, later] of made) {
        call(there, back);
        pass(later);
        steady += there + back + later;
      }
      const quickest = Math.min(...made.map(([, back]) => back));
      const behind = server() - time.now().getTime();
      expect(behind).toBeGreaterThanOrEqual(0);
      expect(behind).toBeLessThanOrEqual(quickest);
      // The page never mistakes a late response for a device that slept.
      expect(time.elapsed() - start).toBe(steady);
    }),
  );
});

test('sleep that stops the monotonic clock counts after the next response', () => {
  const { time, pass, call, sleep, server } = deviceAndServer();
  call(50, 50);
  const start = time.elapsed();
  pass(60_000);
  sleep(7_200_000);
  expect(time.elapsed() - start).toBe(60_000);
  call(50, 50);
  expect(time.elapsed() - start).toBeGreaterThan(7_200_000 + 60_000 - 1_200);
  expect(time.elapsed() - start).toBeLessThanOrEqual(7_200_000 + 60_100);
  expect(server() - time.now().getTime()).toBeLessThan(1_100);
});

test('a server clock that is set back is followed, and adds no elapsed time', () => {
  const { time, pass, call, setServer, server } = deviceAndServer();
  call(50, 50);
  const start = time.elapsed();
  setServer(server() - 3_600_000);
  call(50, 50);
  pass(1_000);
  expect(time.elapsed() - start).toBe(1_100);
  expect(Math.abs(server() - time.now().getTime())).toBeLessThan(1_100);
});
