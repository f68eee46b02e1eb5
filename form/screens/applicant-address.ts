import type { Screen } from './screen.ts';
import { group } from './screen.ts';

export const applicantAddress = {
  key: 'applicant-address',
  route: '/apply/applicant/address',
  groups: [
    group('applicant', ['addressLine', 'addressCity', 'addressState', 'addressPostalCode'], {
      isAddress: true,
    }),
  ],
} as const satisfies Screen;
