/** Declares the screens before the first section (spec section 2), in order. */
import type { Screen } from './screen.ts';

export const startScreens = [
  { key: 'start', route: '/apply', groups: [] },
  {
    key: 'share-information',
    route: '/apply/share-information',
    groups: [{ record: 'disclosures', fields: ['shareInformation', 'affiliates'] }],
  },
  // Only a person with the authority to act for the business can continue (D15).
  {
    key: 'control-question',
    route: '/apply/control-question',
    groups: [{ record: 'disclosures', fields: ['authority'] }],
    stops: ({ disclosures }) => disclosures.authority === false,
  },
] as const satisfies readonly Screen[];
