import type { Screen } from './screen.ts';
import { group } from './screen.ts';

/** Only someone who may act for the business can go on (D15). */
export const controlQuestion = {
  key: 'control-question',
  route: '/apply/control-question',
  groups: [group('disclosures', ['authority'])],
  stops: ({ disclosures }) => disclosures.authority === false,
} as const satisfies Screen;
