/** The screens before the sections (spec section 2). */

import type { Screen } from './screen.ts';
import { group } from './screen.ts';

/** Intro: what is needed, and the swipe that begins. */
export const start = { key: 'start', route: '/apply', groups: [] } as const satisfies Screen;

/** Who gets the answers and why, with the consent to it (spec section 2, D31). */
export const shareInformation = {
  key: 'share-information',
  route: '/apply/share-information',
  groups: [group('disclosures', ['shareInformation', 'affiliates'])],
} as const satisfies Screen;

/** Only someone who can act for the business continues (D15). */
export const controlQuestion = {
  key: 'control-question',
  route: '/apply/control-question',
  groups: [group('disclosures', ['authority'])],
  stops: ({ disclosures }) => disclosures.authority === false,
} as const satisfies Screen;
