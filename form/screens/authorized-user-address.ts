import type { Screen } from './screen.ts';
import { group } from './screen.ts';

export const authorizedUserAddress = {
  key: 'authorized-user-address',
  route: '/apply/authorized-user/address',
  groups: [
    group('authorizedUser', ['addressLine', 'addressCity', 'addressState', 'addressPostalCode'], {
      isAddress: true,
    }),
  ],
} as const satisfies Screen;
