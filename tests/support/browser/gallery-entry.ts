/** Defines the entries of the gallery. Each entry has a name and opens one screen or dialog in one state. */

import type { Applicant, TestServer } from './applicant.ts';
import type { Given } from './arrive.ts';
import { arriveAt } from './arrive.ts';

/**
 * Two servers. `served` serves the page as shipped. The page of the other server continues its session after a reload, so that an
 * entry can open any screen directly.
 */
export interface GalleryServers {
  readonly served: TestServer;
  readonly persisting: TestServer;
}

/** A screen or a dialog in one state. */
export interface GalleryEntry {
  /**
   * The screen's key, the number of the question group if above 1, and the state: `business-2-in-error`. Valid as a file name.
   */
  readonly name: string;
  /** The only program whose page has this entry, or undefined if every program has it. */
  readonly only?: string;
  /** True if the entry shows the screen before any action on it. */
  readonly asFound?: boolean;
  /** Brings a new applicant to this state of the screen. */
  readonly open: (applicant: Applicant, servers: GalleryServers, domainKey: string) => Promise<void>;
}

/** Actions of a person on a screen. */
export type Steps = (applicant: Applicant) => Promise<void>;

/**
 * Returns the entry name for a path: `owner-info-2` for `/apply/owner/info?part=2&owner=1`. The first group of a screen has no
 * number.
 */
function nameOf(address: string): string {
  const [path = '', search = ''] = address.split('?');
  const part = /part=(\d)/.exec(search)?.[1];
  return path.replace('/apply/', '').replaceAll('/', '-') + (part ? `-${part}` : '');
}

/**
 * Screens that suggest addresses that the applicant entered before. The suggestions appear later than the screen, because their
 * code loads later.
 */
const offersAddresses = /\/(applicant|owner|authorized-user)\/address/;

/**
 * Returns an entry for a path of the form, with all earlier questions answered.
 * @param state Suffix of the name; empty for the screen before any action on it.
 */
export function at(address: string, state = '', steps?: Steps, given: Given = {}): GalleryEntry {
  return {
    name: state ? `${nameOf(address)}-${state}` : nameOf(address),
    ...(given.domainKey && { only: given.domainKey }),
    asFound: steps === undefined,
    open: async (applicant, { persisting }, domainKey) => {
      await arriveAt(persisting, applicant, address, { domainKey, ...given });
      if (offersAddresses.test(address))
        await applicant.page.getByRole('radiogroup', { name: 'Use an address you entered' }).waitFor();
      await steps?.(applicant);
    },
  };
}

/**
 * Returns whether the page has announced to screen readers which texts are too long. The page does so shortly after the last key
 * press.
 */
const lengthsAreAnnounced = () =>
  [...document.querySelectorAll('[data-over] + [role=status]')].every(
    ({ textContent }) => textContent !== '',
  );

/** Presses Next, and waits for the errors. */
export const refused: Steps = async ({ page, next }) => {
  await next();
  await page
    .getByText(/^Error: /)
    .first()
    .waitFor();
  await page.waitForFunction(lengthsAreAnnounced, undefined, { polling: 50 });
};

/** Performs the steps, presses Next, and waits for the errors. */
export const refusedAfter =
  (steps: Steps): Steps =>
  async (applicant) => {
    await steps(applicant);
    await refused(applicant);
  };

/**
 * Returns two entries for a screen: before any action, and with the errors after Next on empty fields. `allButOne` fills in the
 * screen so that a single error remains. With `allButOne`, adds an entry that shows this error.
 */
export function withErrors(address: string, allButOne?: Steps, given?: Given): readonly GalleryEntry[] {
  return [
    at(address, '', undefined, given),
    at(address, 'in-error', refused, given),
    ...(allButOne ? [at(address, 'one-wrong', refusedAfter(allButOne), given)] : []),
  ];
}

/** Returns the entry with a fake clock on its page. The test can advance the clock. */
export const withClock = ({ open, ...entry }: GalleryEntry): GalleryEntry => ({
  ...entry,
  open: async (applicant, servers, domainKey) => {
    await applicant.page.clock.install();
    await open(applicant, servers, domainKey);
  },
});
