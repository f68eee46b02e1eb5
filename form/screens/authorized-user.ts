/** The screens about authorized users, in order. All but the list are repeated for each user. */
import { authorizedUsersOf } from '../people/people.ts';
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

/** Skipping it removes the card user who was begun (D14). */
export const authorizedUserInfo = {
  key: 'authorized-user-info',
  route: '/apply/authorized-user/info',
  groups: [group('authorizedUser', ['dateOfBirth', 'ssn'])],
  skippable: true,
} as const satisfies Screen;

export const authorizedUserAddress = {
  key: 'authorized-user-address',
  route: '/apply/authorized-user/address',
  groups: [
    group('authorizedUser', ['addressLine', 'addressCity', 'addressState', 'addressPostalCode'], {
      isAddress: true,
    }),
  ],
} as const satisfies Screen;

export const authorizedUserList = {
  key: 'authorized-user-list',
  route: '/apply/authorized-user/list',
  groups: [],
  when: (state) => authorizedUsersOf(state).length > 0,
} as const satisfies Screen;
