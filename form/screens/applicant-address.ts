import type { Screen } from './screen.ts';
import { group } from './screen.ts';

export const applicantAddress = {
  key: 'applicant-address',
  route: '/apply/applicant/address',
  title: 'Your home address',
  groups: [
    group('applicant', ['addressLine', 'addressCity', 'addressState', 'addressPostalCode'], {
      label: 'Your address',
      title: 'Where do you live?',
      address: { label: 'Your home address' },
    }),
  ],
} as const satisfies Screen;
