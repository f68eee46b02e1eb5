/** Which agreements are due, what the last of them certifies, and when a consent is void (D10, D30, D31). */
import type { AgreementKey, ApplicationState } from '../fields/application-state.ts';
import { agreementKeys } from '../fields/application-state.ts';
import { beneficialOwners, shareOf } from '../people/ownership.ts';
import { applicantOf } from '../people/people.ts';

/** The agreements that this application has to agree to; the guarantor's only with a guarantor (D10). */
export function agreementsDue(state: Pick<ApplicationState, 'applicationData'>): readonly AgreementKey[] {
  const guaranteed = (state.applicationData.guarantorId ?? null) !== null;
  return agreementKeys.filter((key) => key !== 'guarantor' || guaranteed);
}

/** Who is certified as owner with which share, and who certifies: what the controlling party agrees to (D30). */
export interface Certification {
  readonly owners: readonly { readonly name: string; readonly percent: number }[];
  readonly certifier: { readonly name: string; readonly title: string };
}

/** The certification that the application now contains. */
export function certificationOf(
  state: Pick<ApplicationState, 'applicationData' | 'personnel'>,
): Certification {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const applicant = applicantOf(state);
  return {
    owners: beneficialOwners(state).map((person) => ({
      name: text(person.answers['fullName']),
      percent: shareOf(state, person) / 100,
    })),
    certifier: { name: text(applicant?.answers['fullName']), title: text(applicant?.answers['occupation']) },
  };
}

/** The agreements whose consent a change makes void, since their text is not what was agreed to any more (D31). */
export function voidedAgreements(
  before: Pick<ApplicationState, 'applicationData' | 'personnel'>,
  after: Pick<ApplicationState, 'applicationData' | 'personnel'>,
): readonly AgreementKey[] {
  const guarantorOf = ({ applicationData }: typeof before) => applicationData.guarantorId ?? null;
  const certified = (state: typeof before) => JSON.stringify(certificationOf(state));
  return [
    ...(guarantorOf(before) === guarantorOf(after) ? [] : (['guarantor'] as const)),
    ...(certified(before) === certified(after) ? [] : (['controlling-party'] as const)),
  ];
}
