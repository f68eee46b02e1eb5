import type { Screen } from './screen.ts';
import { group } from './screen.ts';

export const businessAddress = {
  key: 'business-address',
  route: '/apply/business/address',
  title: 'Business address',
  groups: [
    group('application', ['addressLine', 'addressCity', 'addressState', 'addressPostalCode'], {
      label: 'Business address',
      title: 'Where is your business?',
      address: { label: 'Business address' },
    }),
  ],
} as const satisfies Screen;
