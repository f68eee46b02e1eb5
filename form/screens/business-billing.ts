import { billingKeys } from '../application.ts';
import type { Screen } from './screen.ts';
import { group } from './screen.ts';

/** Skipping it means the same address as the business (D14). */
export const businessBilling = {
  key: 'business-billing',
  route: '/apply/business/billing',
  title: 'Billing address',
  groups: [
    group('application', billingKeys, {
      label: 'Billing address',
      title: 'Where should bills go?',
      address: { label: 'Billing address', none: 'Same as business address' },
    }),
  ],
  asked: ({ questions }) => questions.billingSame === false,
  skip: 'Skip this step',
} as const satisfies Screen;
