/**
 * The time by the server's clock, as `X-Server-Time` of its responses tells it (api "Headers"). The clock of the device may be wrong,
 * or be set while the page is open, so it decides nothing about answers or the session (D5, D24).
 */

export interface ServerTime {
  /**
   * Takes the `X-Server-Time` of a response; null where it has none.
   * @param sentAt When its call was sent, in milliseconds of the clock that does not go back.
   */
  readonly learn: (time: string | null, sentAt: number) => void;
  /** The present time. Before the first response it is the device's. */
  readonly now: () => Date;
  /** Milliseconds since some moment; the sleep of the device counts once a response has told how long it was. */
  readonly elapsed: () => number;
}

/** Milliseconds by which the clocks of device and server may drift apart, or be coarse, before a sleep is seen in it. */
const toleranceMillis = 1000;

/**
 * @param steady A clock in milliseconds that nobody can set and that never goes back. It may stop while the device sleeps.
 * @param device The device's own clock, in milliseconds since 1970.
 */
export function createServerTime(steady: () => number, device: () => number): ServerTime {
  /** The least and the most by which the server's clock, in milliseconds since 1970, is ahead of the steady one. */
  let ahead: { readonly least: number; readonly most: number } | undefined;
  let slept = 0;
  return {
    learn: (time, sentAt) => {
      const told = Date.parse(time ?? '');
      if (Number.isNaN(told)) return;
      // It was told between the sending of the call and now.
      const heard = { least: told - steady(), most: told + toleranceMillis - sentAt };
      if (ahead && heard.least > ahead.most) slept += heard.least - ahead.most;
      ahead =
        ahead && heard.least <= ahead.most && heard.most >= ahead.least
          ? { least: Math.max(ahead.least, heard.least), most: Math.min(ahead.most, heard.most) }
          : heard;
    },
    now: () => new Date(ahead ? steady() + ahead.least : device()),
    elapsed: () => steady() + slept,
  };
}

const steady = () => performance.now();
const device = () => Date.now();

/** The time that the page goes by. */
export const serverTime = createServerTime(steady, device);

/**
 * Starts a stopwatch that returns the most milliseconds that may have passed since: the device may have slept, or its clock
 * may have been put forward.
 */
export function startStopwatch(): () => number {
  const from = { elapsed: serverTime.elapsed(), device: device() };
  return () => Math.max(serverTime.elapsed() - from.elapsed, device() - from.device);
}

/** Milliseconds by which the device's clock may be ahead of what has passed by `serverTime`, before that means anything. */
const jumpMillis = 5_000;

/**
 * Watches for a device's clock that goes ahead of the time that has passed: the device has slept, or its clock was put
 * forward, and only the server knows which.
 * @returns A function that is true, once, if that happened since it was last called.
 */
export function watchForJumps(): () => boolean {
  const gap = () => device() - serverTime.elapsed();
  let known = gap();
  return () => {
    const before = known;
    known = gap();
    return known - before > jumpMillis;
  };
}
