import type { Screen } from './screen.ts';
import { group } from './screen.ts';

/** Who gets the answers and why, with the consent to it (spec section 2, D31). */
export const shareInformation = {
  key: 'share-information',
  route: '/apply/share-information',
  groups: [group('disclosures', ['shareInformation', 'affiliates'])],
} as const satisfies Screen;
