import type { Screen } from './screen.ts';
import { group } from './screen.ts';

/** Skipping it removes the card user who was begun (D14). */
export const authorizedUserInfo = {
  key: 'authorized-user-info',
  route: '/apply/authorized-user/info',
  groups: [group('authorizedUser', ['dateOfBirth', 'ssn'])],
  skippable: true,
} as const satisfies Screen;
