/** Provides the server's time (api "Headers"). The device's clock may be wrong, so it checks no answers (D5, D24). */

/** Milliseconds that the clocks may drift apart before the page assumes that the device slept. */
const toleranceMillis = 1000;

/** Creates a clock that follows the server's, from two in milliseconds: `monotonic` may stop while the device sleeps. */
export function createServerTime(monotonic: () => number, device: () => number) {
  /** Lower and upper bound of the server's time, in milliseconds since 1970, minus the monotonic clock. */
  let ahead: { readonly least: number; readonly most: number } | undefined;
  let slept = 0;
  return {
    /** Learns the time from an `X-Server-Time`. `sentAt` is the monotonic clock's reading when the call was sent. */
    learn: (time: string | null, sentAt: number): void => {
      const server = Date.parse(time ?? '');
      if (Number.isNaN(server)) return;
      // The server read its clock after the call was sent and before now.
      const measured = { least: server - monotonic(), most: server + toleranceMillis - sentAt };
      if (ahead && measured.least > ahead.most) slept += measured.least - ahead.most;
      ahead =
        ahead && measured.least <= ahead.most && measured.most >= ahead.least
          ? { least: Math.max(ahead.least, measured.least), most: Math.min(ahead.most, measured.most) }
          : measured;
    },
    /** Returns the current time by the server's clock, or by the device's before the first response. */
    now: () => new Date(ahead ? monotonic() + ahead.least : device()),
    /** Returns the milliseconds since a fixed moment, including the time asleep once a response shows it. */
    elapsed: () => monotonic() + slept,
  };
}

const device = () => Date.now();

export const serverTime = createServerTime(() => performance.now(), device);

/** Starts a stopwatch, which returns the milliseconds since then by the clock that shows more, because one may stop in sleep. */
export function startStopwatch(): () => number {
  const from = { elapsed: serverTime.elapsed(), device: device() };
  return () => Math.max(serverTime.elapsed() - from.elapsed, device() - from.device);
}

/** Milliseconds by which the device's clock may get ahead of `serverTime` before this counts as a jump. */
const jumpMillis = 5_000;

/** Returns a function that says whether, since its last call, the device slept or its clock was set ahead. */
export function watchForJumps(): () => boolean {
  const gap = () => device() - serverTime.elapsed();
  let known = gap();
  return () => {
    const before = known;
    known = gap();
    return known - before > jumpMillis;
  };
}
