import type { Screen } from './screen.ts';
import { group } from './screen.ts';

/** Whether someone else should have a card; the name follows for each of them (D14). */
export const authorizedUser = {
  key: 'authorized-user',
  route: '/apply/authorized-user',
  title: 'Card users',
  groups: [
    group('questions', ['authorizedUser'], { label: 'Card users', skip: 'Skip this step' }),
    group('authorizedUser', ['fullName'], { label: 'Card user', title: 'Who should have a card?' }),
  ],
} as const satisfies Screen;
