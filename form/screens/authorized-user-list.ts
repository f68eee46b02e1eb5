import { authorizedUsersOf } from '../situation.ts';
import type { Screen } from './screen.ts';

export const authorizedUserList = {
  key: 'authorized-user-list',
  route: '/apply/authorized-user/list',
  title: 'People who will have a card',
  groups: [],
  asked: (situation) => authorizedUsersOf(situation).length > 0,
} as const satisfies Screen;
