import type { Screen } from './screen.ts';
import { group } from './screen.ts';

export const applicant = {
  key: 'applicant',
  route: '/apply/applicant',
  groups: [
    group('applicant', ['fullName', 'dateOfBirth']),
    group('applicant', ['ssn']),
    group('applicant', ['email', 'phoneNumber', 'occupation', 'grossAnnualIncome']),
    group('applicant', ['housingStatus', 'monthlyHousingPayment', 'yearsAtResidence', 'percentageOwned']),
  ],
} as const satisfies Screen;
