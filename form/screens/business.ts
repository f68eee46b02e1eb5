import type { Screen } from './screen.ts';
import { group } from './screen.ts';

export const business = {
  key: 'business',
  route: '/apply/business',
  groups: [
    group('application', ['businessName', 'dba', 'email']),
    group('application', ['taxId', 'organizationType']),
    group('application', ['naicsCode', 'businessType']),
  ],
} as const satisfies Screen;
