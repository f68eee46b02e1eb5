/** One picture of the gallery, and the steps to it. */

import type { Applicant, TestServer } from './applicant.ts';
import type { Given } from './arrive.ts';
import { arriveAt } from './arrive.ts';

/** A server of the page as shipped, and one whose page keeps its session after a reload, to open any screen directly. */
export interface GalleryServers {
  readonly served: TestServer;
  readonly persisting: TestServer;
}

/** A screen or a dialog in one state. */
export interface GalleryEntry {
  /** The screen's key, its group if it has several, and its state: `business-2-in-error`. Usable as a file name. */
  readonly name: string;
  /** The only program that has it; undefined if any has it. */
  readonly only?: string;
  /** Set if nothing has been done on the screen yet. */
  readonly asFound?: boolean;
  /** Brings a new applicant to it. */
  readonly open: (applicant: Applicant, servers: GalleryServers, domainKey: string) => Promise<void>;
}

/** Actions of a person on a screen. */
export type Steps = (applicant: Applicant) => Promise<void>;

/** Returns the name of an address: `/apply/owner/info?part=2&owner=1` → `owner-info-2`; its first group has no number. */
function nameOf(address: string): string {
  const [path = '', search = ''] = address.split('?');
  const part = /part=(\d)/.exec(search)?.[1];
  return path.replace('/apply/', '').replaceAll('/', '-') + (part ? `-${part}` : '');
}

/** Screens that offer addresses entered before. The offer comes with files that load after the screen itself. */
const offersAddresses = /\/(applicant|owner|authorized-user)\/address|\/business\/billing/;

/**
 * Returns an entry at an address of the form, with everything before it answered.
 * @param state Suffix of the name; empty for the screen as found.
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

/** Returns whether each text that is too long has been announced, which happens once typing pauses. */
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

/** Takes the steps, presses Next, and waits for the errors. */
export const refusedAfter =
  (steps: Steps): Steps =>
  async (applicant) => {
    await steps(applicant);
    await refused(applicant);
  };

/** Returns a screen as found, and with the errors of an empty Next; if it has several fields, also with all but one correct. */
export function withErrors(address: string, allButOne?: Steps, given?: Given): readonly GalleryEntry[] {
  return [
    at(address, '', undefined, given),
    at(address, 'in-error', refused, given),
    ...(allButOne ? [at(address, 'one-wrong', refusedAfter(allButOne), given)] : []),
  ];
}

/** Opens the entry with the browser's clock under the test's control. */
export const withClock = ({ open, ...entry }: GalleryEntry): GalleryEntry => ({
  ...entry,
  open: async (applicant, servers, domainKey) => {
    await applicant.page.clock.install();
    await open(applicant, servers, domainKey);
  },
});
