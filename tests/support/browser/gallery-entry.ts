/** One picture of the gallery, and what a hand does to come to it. */

import type { Applicant, TestServer } from './applicant.ts';
import type { Given } from './arrive.ts';
import { arriveAt } from './arrive.ts';

/** The page as it is served, and as it goes on after a reload, which is how one arrives in the middle of it. */
export interface GalleryServers {
  readonly served: TestServer;
  readonly persisting: TestServer;
}

/** A screen or a dialog in one state. */
export interface GalleryEntry {
  /** The screen's key, its group where it has several, its state: `business-2-in-error`. Fit for a file's name. */
  readonly name: string;
  /** The only program that has it; any other will do where this is left out. */
  readonly only?: string;
  /** Nothing was done there yet: the way led to it, and that is all. */
  readonly asFound?: boolean;
  /** Puts a person who has seen nothing yet in front of it. */
  readonly open: (applicant: Applicant, servers: GalleryServers, domainKey: string) => Promise<void>;
}

/** What a person does at a screen. */
export type Steps = (applicant: Applicant) => Promise<void>;

/** The name of an address: `/apply/owner/info?part=2&owner=1` → `owner-info-2`; its first group has no number. */
function nameOf(address: string): string {
  const [path = '', search = ''] = address.split('?');
  const part = /part=(\d)/.exec(search)?.[1];
  return path.replace('/apply/', '').replaceAll('/', '-') + (part ? `-${part}` : '');
}

/**
 * An entry behind an address of the form, with everything before it answered.
 * @param state What is added to the name; empty for the screen as it is found.
 */
export function at(address: string, state = '', steps?: Steps, given: Given = {}): GalleryEntry {
  return {
    name: state ? `${nameOf(address)}-${state}` : nameOf(address),
    ...(given.domainKey && { only: given.domainKey }),
    asFound: steps === undefined,
    open: async (applicant, { persisting }, domainKey) => {
      await arriveAt(persisting, applicant, address, { domainKey, ...given });
      await steps?.(applicant);
    },
  };
}

/** Presses Next, and waits for what is said to be wrong. */
export const refused: Steps = async ({ page, next }) => {
  await next();
  await page
    .getByText(/^Error: /)
    .first()
    .waitFor();
};

/** The steps, then Next, then what is said to be wrong. */
export const refusedAfter =
  (steps: Steps): Steps =>
  async (applicant) => {
    await steps(applicant);
    await refused(applicant);
  };

/**
 * A screen as it is found, and what it says to an empty Next; then, where it has several fields, with everything
 * right but one.
 */
export function withErrors(address: string, allButOne?: Steps, given?: Given): readonly GalleryEntry[] {
  return [
    at(address, '', undefined, given),
    at(address, 'in-error', refused, given),
    ...(allButOne ? [at(address, 'one-wrong', refusedAfter(allButOne), given)] : []),
  ];
}
