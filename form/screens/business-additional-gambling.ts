import type { Screen } from './screen.ts';
import { group } from './screen.ts';

export const businessAdditionalGambling = {
  key: 'business-additional-gambling',
  route: '/apply/business/additional/gambling',
  groups: [group('application', ['internetGambling'])],
} as const satisfies Screen;
