/** Replaces the clock of a page's device, and provides other helpers for tests with this clock. */
import type { Applicant } from './applicant.ts';
import { begin } from './steps.ts';

/** An hour in milliseconds. */
export const hour = 3_600_000;

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

/** Opens the program at this URL with a device clock that `setClock` can change, and types the name of the business. */
export async function typeNameWithClock(applicant: Applicant, address: string): Promise<void> {
  await takeClock(applicant);
  await begin(applicant, address);
  await applicant.pick('Limited liability company (LLC)');
  await applicant.fill('Legal business name', 'Quiet Lawns');
}

/** Returns the dialog that asks an inactive person “Are you still there?”. */
export const inactivityWarning = ({ page }: Applicant) =>
  page.getByRole('alertdialog', { name: 'Are you still there?' });
