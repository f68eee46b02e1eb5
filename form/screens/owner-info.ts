import type { Screen } from './screen.ts';
import { group } from './screen.ts';

/** Skipping it removes the owner who was begun (D14). */
export const ownerInfo = {
  key: 'owner-info',
  route: '/apply/owner/info',
  groups: [
    group('owner', ['dateOfBirth', 'percentageOwned', 'email', 'phoneNumber']),
    group('owner', ['ssn', 'occupation', 'housingStatus', 'yearsAtResidence']),
  ],
  skippable: true,
} as const satisfies Screen;
