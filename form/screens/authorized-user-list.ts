import { authorizedUsersOf } from '../people/people.ts';
import type { Screen } from './screen.ts';

export const authorizedUserList = {
  key: 'authorized-user-list',
  route: '/apply/authorized-user/list',
  groups: [],
  when: (state) => authorizedUsersOf(state).length > 0,
} as const satisfies Screen;
