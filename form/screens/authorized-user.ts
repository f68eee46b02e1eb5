/** Declares the screens about authorized users: the question, the screens that are repeated for each user, and the list. */
import { authorizedUsersOf } from '../people/people.ts';
import type { Screen } from './screen.ts';
import { addressKeys } from './screen.ts';

export const authorizedUserScreens = [
  {
    key: 'authorized-user',
    route: '/apply/authorized-user',
    groups: [
      { record: 'questions', fields: ['authorizedUser'], skippable: true },
      { record: 'authorizedUser', fields: ['fullName'], underYes: true },
    ],
  },
  // Skip removes this card user (D14).
  {
    key: 'authorized-user-info',
    route: '/apply/authorized-user/info',
    groups: [{ record: 'authorizedUser', fields: ['dateOfBirth', 'ssn'] }],
    skippable: true,
  },
  {
    key: 'authorized-user-address',
    route: '/apply/authorized-user/address',
    groups: [{ record: 'authorizedUser', fields: addressKeys, isAddress: true }],
  },
  {
    key: 'authorized-user-list',
    route: '/apply/authorized-user/list',
    groups: [],
    when: (state) => authorizedUsersOf(state).length > 0,
  },
] as const satisfies readonly Screen[];
