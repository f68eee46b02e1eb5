/** Provides the server's time (docs/api.md, “Headers”), because the device's clock may be wrong (D5, D24). */

/** If the server's clock gains more than these milliseconds on the monotonic clock, the page assumes that the device slept. */
const toleranceMillis = 1000;

/**
 * Creates a clock that follows the server's. `monotonic` and `device` are clocks of the device in milliseconds. `monotonic` may
 * stop while the device sleeps. `device` is only used until the first response.
 */
export function createServerTime(monotonic: () => number, device: () => number) {
  /** Lower and upper bound of the difference between the server's time (in milliseconds since 1970) and the monotonic clock. */
  let ahead: { readonly least: number; readonly most: number } | undefined;
  let slept = 0;
  return {
    /** Adjusts this clock to an `X-Server-Time` header. `sentAt` is the monotonic clock's reading when the call was sent. */
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
    /** Returns the current time by the server's clock. Before the first response, uses the device's clock. */
    now: () => new Date(ahead ? monotonic() + ahead.least : device()),
    /** Returns the milliseconds since a fixed moment. Once a response reveals that the device slept, includes that time. */
    elapsed: () => monotonic() + slept,
  };
}

const device = () => Date.now();

export const serverTime = createServerTime(() => performance.now(), device);

/**
 * Starts a stopwatch. The returned function returns the elapsed milliseconds. Uses two clocks, because the monotonic clock may
 * stop while the device sleeps.
 */
export function startStopwatch(): () => number {
  const from = { elapsed: serverTime.elapsed(), device: device() };
  return () => Math.max(serverTime.elapsed() - from.elapsed, device() - from.device);
}

/** Milliseconds by which the device's clock may get ahead of `serverTime` before this counts as a jump. */
const jumpMillis = 5_000;

/** Returns a function that returns true if the device slept or its clock was set ahead since the function was last called. */
export function watchForJumps(): () => boolean {
  const gap = () => device() - serverTime.elapsed();
  let known = gap();
  return () => {
    const before = known;
    known = gap();
    return known - before > jumpMillis;
  };
}
