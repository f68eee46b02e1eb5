/** The four agreements, one screen each, in the order of D10. */
import type { AgreementKey, ApplicationState } from '../fields/application-state.ts';
import { agreementsDue } from '../state/consents.ts';
import type { Screen } from './screen.ts';

const isAgreed = (agreement: AgreementKey) => (state: ApplicationState) => state.agreed[agreement];

export const agreementEsign = {
  key: 'agreement-esign',
  route: '/apply/agreement/esign',
  groups: [],
  agreement: 'esign',
  satisfied: isAgreed('esign'),
} as const satisfies Screen;

export const agreementTerms = {
  key: 'agreement-terms',
  route: '/apply/agreement/terms',
  groups: [],
  agreement: 'terms',
  satisfied: isAgreed('terms'),
} as const satisfies Screen;

/** Only with a guarantor (D10). */
export const agreementGuarantor = {
  key: 'agreement-guarantor',
  route: '/apply/agreement/guarantor',
  groups: [],
  when: (state) => agreementsDue(state).includes('guarantor'),
  agreement: 'guarantor',
  satisfied: isAgreed('guarantor'),
} as const satisfies Screen;

export const agreementControllingParty = {
  key: 'agreement-controlling-party',
  route: '/apply/agreement/controlling-party',
  groups: [],
  agreement: 'controlling-party',
  satisfied: isAgreed('controlling-party'),
} as const satisfies Screen;
