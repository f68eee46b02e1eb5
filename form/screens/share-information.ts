import type { Screen } from './screen.ts';
import { group } from './screen.ts';

/** Who gets the answers and why, with the consent to it (spec section 2, D31). */
export const shareInformation = {
  key: 'share-information',
  route: '/apply/share-information',
  title: 'How we share your information',
  groups: [
    group('disclosures', ['shareInformation', 'affiliates'], {
      label: 'Before you start',
      title: 'How we share your information',
    }),
  ],
} as const satisfies Screen;
