import type { Screen } from './screen.ts';
import { group } from './screen.ts';

export const business = {
  key: 'business',
  route: '/apply/business',
  groups: [
    group('application', ['businessName', 'dba']),
    group('application', ['taxId', 'organizationType']),
    group('application', ['naicsCode', 'businessType']),
    group('application', ['email']),
  ],
} as const satisfies Screen;
