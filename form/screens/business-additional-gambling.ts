import type { Screen } from './screen.ts';
import { group } from './screen.ts';

export const businessAdditionalGambling = {
  key: 'business-additional-gambling',
  route: '/apply/business/additional/gambling',
  title: 'Internet gambling',
  groups: [group('application', ['internetGambling'], { label: 'More about your business' })],
} as const satisfies Screen;
