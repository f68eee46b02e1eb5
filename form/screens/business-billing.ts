import { billingKeys } from '../fields/application.ts';
import type { Screen } from './screen.ts';
import { group } from './screen.ts';

/** Skipping it means the same address as the business (D14). */
export const businessBilling = {
  key: 'business-billing',
  route: '/apply/business/billing',
  groups: [
    group('application', billingKeys, {
      skipLosesTyped: true,
      assuming: { billingSame: false },
      isAddress: true,
    }),
  ],
  skippable: true,
} as const satisfies Screen;
