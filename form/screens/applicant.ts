/** The screens about the applicant, in order. */

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

export const applicantAddress = {
  key: 'applicant-address',
  route: '/apply/applicant/address',
  groups: [
    group('applicant', ['addressLine', 'addressCity', 'addressState', 'addressPostalCode'], {
      isAddress: true,
    }),
  ],
} as const satisfies Screen;

/** The applicant guarantees the account or not; where it is required, "no" ends the application (D16). */
export const applicantGuarantorQuestion = {
  key: 'applicant-guarantor-question',
  route: '/apply/applicant/guarantor-question',
  groups: [group('questions', ['guarantor'])],
  stops: ({ guarantorRequired, questions }) => guarantorRequired && questions.guarantor === false,
  satisfied: ({ guarantorRequired, guaranteeReopened, applicationData }) =>
    !(guarantorRequired || guaranteeReopened) || (applicationData.guarantorId ?? null) !== null,
} as const satisfies Screen;
