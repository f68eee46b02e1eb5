import type { Screen } from './screen.ts';
import { group } from './screen.ts';

export const ownerAddress = {
  key: 'owner-address',
  route: '/apply/owner/address',
  groups: [
    group('owner', ['addressLine', 'addressCity', 'addressState', 'addressPostalCode'], { isAddress: true }),
  ],
} as const satisfies Screen;
