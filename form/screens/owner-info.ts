import type { Screen } from './screen.ts';
import { group } from './screen.ts';

/** Skipping it discards the owner that was begun (D14). */
export const ownerInfo = {
  key: 'owner-info',
  route: '/apply/owner/info',
  title: 'Owner details',
  groups: [
    group('owner', ['dateOfBirth', 'percentageOwned'], {
      label: 'Owner',
      title: '{name}: birth date and share',
    }),
    group('owner', ['ssn'], { label: 'Owner', title: '{name}: Social Security number' }),
    group('owner', ['email', 'phoneNumber'], { label: 'Owner', title: '{name}: email and phone' }),
    group('owner', ['occupation', 'housingStatus', 'yearsAtResidence'], {
      label: 'Owner',
      title: '{name}: work and housing',
    }),
  ],
  skip: 'Leave this owner out',
} as const satisfies Screen;
