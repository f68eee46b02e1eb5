import type { Screen } from './screen.ts';
import { group } from './screen.ts';

/** Whether someone else should have a card; the name follows for each of them (D14). */
export const authorizedUser = {
  key: 'authorized-user',
  route: '/apply/authorized-user',
  groups: [
    group('questions', ['authorizedUser'], { skippable: true }),
    group('authorizedUser', ['fullName']),
  ],
} as const satisfies Screen;
