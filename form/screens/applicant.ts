import type { Screen } from './screen.ts';
import { group } from './screen.ts';

export const applicant = {
  key: 'applicant',
  route: '/apply/applicant',
  title: 'About you',
  groups: [
    group('applicant', ['fullName', 'dateOfBirth'], { label: 'Your details', title: 'Who are you?' }),
    group('applicant', ['ssn'], { label: 'Your details', title: 'Your Social Security number' }),
    group('applicant', ['email', 'phoneNumber'], { label: 'Your details', title: 'How can we reach you?' }),
    group('applicant', ['occupation', 'grossAnnualIncome'], {
      label: 'Your details',
      title: 'Your work and income',
    }),
    group('applicant', ['housingStatus', 'monthlyHousingPayment', 'yearsAtResidence'], {
      label: 'Your details',
      title: 'Your housing',
    }),
    group('applicant', ['percentageOwned'], { label: 'Your details', title: 'Your share of the business' }),
  ],
} as const satisfies Screen;
