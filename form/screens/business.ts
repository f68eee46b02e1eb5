import type { Screen } from './screen.ts';
import { group } from './screen.ts';

export const business = {
  key: 'business',
  route: '/apply/business',
  title: 'About your business',
  groups: [
    group('application', ['businessName', 'dba'], {
      label: 'Business details',
      title: 'What is your business called?',
    }),
    group('application', ['taxId', 'organizationType'], {
      label: 'Business details',
      title: 'Tax ID and legal form',
    }),
    group('application', ['naicsCode', 'businessType'], {
      label: 'Business details',
      title: 'What does your business do?',
    }),
    group('application', ['email'], { label: 'Business details' }),
  ],
} as const satisfies Screen;
