import type { Screen } from './screen.ts';
import { group } from './screen.ts';

/** The applicant guarantees the account or not; where it is required, "no" ends the application (D16). */
export const applicantGuarantorQuestion = {
  key: 'applicant-guarantor-question',
  route: '/apply/applicant/guarantor-question',
  groups: [group('questions', ['guarantor'])],
  stops: ({ guarantorRequired, questions }) => guarantorRequired && questions.guarantor === false,
  satisfied: ({ guarantorRequired, guaranteeReopened, applicationData }) =>
    !(guarantorRequired || guaranteeReopened) || (applicationData.guarantorId ?? null) !== null,
} as const satisfies Screen;
