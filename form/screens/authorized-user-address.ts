import type { Screen } from './screen.ts';
import { group } from './screen.ts';

export const authorizedUserAddress = {
  key: 'authorized-user-address',
  route: '/apply/authorized-user/address',
  title: 'Card user address',
  groups: [
    group('authorizedUser', ['addressLine', 'addressCity', 'addressState', 'addressPostalCode'], {
      label: 'Card user',
      title: '{name}: card user’s home address',
      address: { label: '{name}’s home address' },
    }),
  ],
} as const satisfies Screen;
