/** Replaces the clock of a page's device. */
import type { Applicant } from './applicant.ts';

/**
 * Replaces the device's clock with a clock that shows the real time plus `ahead` milliseconds. `setClock` can change `ahead`. The
 * monotonic clock stays unchanged.
 */
export async function takeClock({ page }: Applicant, ahead = 0): Promise<void> {
  await page.addInitScript((millis) => {
    const RealDate = Date;
    const clock = { ahead: millis };
    const now = () => RealDate.now() + clock.ahead;
    class DeviceDate extends RealDate {
      constructor(...of: [] | [number]) {
        super(...((of.length === 0 ? [now()] : of) as [number]));
      }
      static override now = now;
    }
    Object.assign(globalThis, { Date: DeviceDate, deviceClock: clock });
  }, ahead);
}

/** Sets the device's clock to the real time plus this many milliseconds. */
export const setClock = ({ page }: Applicant, ahead: number) =>
  page.evaluate((millis) => {
    (globalThis as unknown as { deviceClock: { ahead: number } }).deviceClock.ahead = millis;
  }, ahead);
