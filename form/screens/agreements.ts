/** The four agreements, one screen each, in the order of D10. */
import type { AgreementKey, Situation } from '../situation.ts';
import type { Screen } from './screen.ts';

const isAgreed = (agreement: AgreementKey) => (situation: Situation) => situation.agreed[agreement];

export const agreementEsign = {
  key: 'agreement-esign',
  route: '/apply/agreement/esign',
  title: 'Agree to sign electronically',
  groups: [],
  agreement: 'esign',
  satisfied: isAgreed('esign'),
} as const satisfies Screen;

export const agreementTerms = {
  key: 'agreement-terms',
  route: '/apply/agreement/terms',
  title: 'Agree to the card terms',
  groups: [],
  agreement: 'terms',
  satisfied: isAgreed('terms'),
} as const satisfies Screen;

/** Only with a guarantor (D10). */
export const agreementGuarantor = {
  key: 'agreement-guarantor',
  route: '/apply/agreement/guarantor',
  title: 'Agree to the personal guarantee',
  groups: [],
  asked: ({ applicationData }) => (applicationData.guarantorId ?? null) !== null,
  agreement: 'guarantor',
  satisfied: isAgreed('guarantor'),
} as const satisfies Screen;

export const agreementControllingParty = {
  key: 'agreement-controlling-party',
  route: '/apply/agreement/controlling-party',
  title: 'Certify the owners and submit',
  groups: [],
  agreement: 'controlling-party',
  satisfied: isAgreed('controlling-party'),
} as const satisfies Screen;
