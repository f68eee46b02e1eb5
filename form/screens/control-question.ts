import type { Screen } from './screen.ts';
import { group } from './screen.ts';

/** Only someone who may act for the business can go on (D15). */
export const controlQuestion = {
  key: 'control-question',
  route: '/apply/control-question',
  title: 'Your authority',
  groups: [group('disclosures', ['authority'], { label: 'Before you start' })],
  stop: {
    text: 'You need to be 18 or older, live in the US and have authority to act for the business. Please visit your local merchant.',
    stops: ({ disclosures }) => disclosures.authority === false,
  },
} as const satisfies Screen;
