import type { Screen } from './screen.ts';
import { group } from './screen.ts';

/** Skipping it discards the card user that was begun (D14). */
export const authorizedUserInfo = {
  key: 'authorized-user-info',
  route: '/apply/authorized-user/info',
  title: 'Card user details',
  groups: [
    group('authorizedUser', ['dateOfBirth', 'ssn'], {
      label: 'Card user',
      title: '{name}: birth date and Social Security number',
    }),
  ],
  skip: 'Leave this card user out',
} as const satisfies Screen;
