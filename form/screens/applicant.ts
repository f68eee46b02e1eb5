/** Declares the screens about the applicant, in order. */
import type { Screen } from './screen.ts';
import { addressKeys } from './screen.ts';

export const applicantScreens = [
  {
    key: 'applicant',
    route: '/apply/applicant',
    groups: [
      { record: 'applicant', fields: ['fullName', 'dateOfBirth', 'ssn'] },
      { record: 'applicant', fields: ['email', 'phoneNumber', 'occupation', 'grossAnnualIncome'] },
      {
        record: 'applicant',
        fields: ['housingStatus', 'monthlyHousingPayment', 'yearsAtResidence', 'percentageOwned'],
      },
    ],
  },
  {
    key: 'applicant-address',
    route: '/apply/applicant/address',
    groups: [{ record: 'applicant', fields: addressKeys, isAddress: true }],
  },
  // If a guarantee is required, the answer No ends the application (D16).
  {
    key: 'applicant-guarantor-question',
    route: '/apply/applicant/guarantor-question',
    groups: [{ record: 'questions', fields: ['guarantor'] }],
    stops: ({ guarantorRequired, questions }) => guarantorRequired && questions.guarantor === false,
    satisfied: ({ guarantorRequired, guaranteeReopened, applicationData }) =>
      !(guarantorRequired || guaranteeReopened) || (applicationData.guarantorId ?? null) !== null,
  },
] as const satisfies readonly Screen[];
