import type { Screen } from './screen.ts';
import { group } from './screen.ts';

/** The applicant guarantees the account or not; where it is required, "no" ends the way (D16). */
export const applicantGuarantorQuestion = {
  key: 'applicant-guarantor-question',
  route: '/apply/applicant/guarantor-question',
  title: 'Personal guarantee',
  groups: [group('questions', ['guarantor'], { label: 'Personal guarantee' })],
  stop: {
    text: 'This account needs a personal guarantee. Without one you cannot go on. Please visit your local merchant.',
    stops: ({ guarantorRequired, questions }) => guarantorRequired && questions.guarantor === false,
  },
  satisfied: ({ guarantorRequired, applicationData }) =>
    !guarantorRequired || (applicationData.guarantorId ?? null) !== null,
} as const satisfies Screen;
