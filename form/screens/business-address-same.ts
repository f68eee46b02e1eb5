import type { Screen } from './screen.ts';
import { group } from './screen.ts';

/** Yes goes on to the additional questions, no to the billing address (spec section 2). */
export const businessAddressSame = {
  key: 'business-address-same',
  route: '/apply/business/address/same',
  groups: [group('questions', ['billingSame'])],
} as const satisfies Screen;
