/**
 * The time by the server's clock, from `X-Server-Time` of its responses (api "Headers"). The clock of the device may be
 * wrong, or be set while the page is open, so it decides nothing about answers or the session (D5, D24).
 */

/** How far the clocks of device and server may drift apart before that counts as sleep. */
const toleranceMillis = 1000;

/** `monotonic` never goes back, but may stop while the device sleeps; `device` counts from 1970. Both in milliseconds. */
export function createServerTime(monotonic: () => number, device: () => number) {
  /** By how much the server's clock, in milliseconds since 1970, is ahead of the monotonic one: at least and at most. */
  let ahead: { readonly least: number; readonly most: number } | undefined;
  let slept = 0;
  return {
    /**
     * Takes the `X-Server-Time` of a response, or null.
     * @param sentAt When its call was sent, by the monotonic clock.
     */
    learn: (time: string | null, sentAt: number): void => {
      const server = Date.parse(time ?? '');
      if (Number.isNaN(server)) return;
      // The server read its clock between the sending of the call and now.
      const measured = { least: server - monotonic(), most: server + toleranceMillis - sentAt };
      if (ahead && measured.least > ahead.most) slept += measured.least - ahead.most;
      ahead =
        ahead && measured.least <= ahead.most && measured.most >= ahead.least
          ? { least: Math.max(ahead.least, measured.least), most: Math.min(ahead.most, measured.most) }
          : measured;
    },
    /** Returns the current time; the device's before the first response. */
    now: () => new Date(ahead ? monotonic() + ahead.least : device()),
    /** Returns milliseconds since a fixed moment. Sleep of the device counts once a response shows how long it was. */
    elapsed: () => monotonic() + slept,
  };
}

const device = () => Date.now();

export const serverTime = createServerTime(() => performance.now(), device);

/** Returns a function that returns the most milliseconds that can have passed since, with any sleep of the device. */
export function startStopwatch(): () => number {
  const from = { elapsed: serverTime.elapsed(), device: device() };
  return () => Math.max(serverTime.elapsed() - from.elapsed, device() - from.device);
}

/** How far the device's clock may run ahead of `serverTime` before that counts as a jump. */
const jumpMillis = 5_000;

/** Returns a function that tells once if the device slept or its clock was set ahead; only the server knows which. */
export function watchForJumps(): () => boolean {
  const gap = () => device() - serverTime.elapsed();
  let known = gap();
  return () => {
    const before = known;
    known = gap();
    return known - before > jumpMillis;
  };
}
