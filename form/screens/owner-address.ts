import type { Screen } from './screen.ts';
import { group } from './screen.ts';

export const ownerAddress = {
  key: 'owner-address',
  route: '/apply/owner/address',
  title: 'Owner address',
  groups: [
    group('owner', ['addressLine', 'addressCity', 'addressState', 'addressPostalCode'], {
      label: 'Owner',
      title: '{name}: home address',
      address: { label: '{name}’s home address' },
    }),
  ],
} as const satisfies Screen;
