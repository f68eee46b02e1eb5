import type { Screen } from './screen.ts';
import { group } from './screen.ts';

export const businessAdditionalInternet = {
  key: 'business-additional-internet',
  route: '/apply/business/additional/internet',
  groups: [group('application', ['internetBasedBusiness'])],
} as const satisfies Screen;
