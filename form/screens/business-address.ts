import type { Screen } from './screen.ts';
import { group } from './screen.ts';

export const businessAddress = {
  key: 'business-address',
  route: '/apply/business/address',
  groups: [
    group('application', ['addressLine', 'addressCity', 'addressState', 'addressPostalCode'], {
      isAddress: true,
    }),
  ],
} as const satisfies Screen;
