import type { Screen } from './screen.ts';
import { group } from './screen.ts';

export const businessAdditionalInternet = {
  key: 'business-additional-internet',
  route: '/apply/business/additional/internet',
  title: 'Internet business',
  groups: [group('application', ['internetBasedBusiness'], { label: 'More about your business' })],
} as const satisfies Screen;
