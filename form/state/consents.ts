/** Finds an application's agreements, the certification of its owners, and the consents that a change voids (D10, D30, D31). */
import { type AgreementKey, type ApplicationState, agreementKeys } from '../fields/application-state.ts';
import { beneficialOwners, shareOf } from '../people/ownership.ts';
import { applicantOf } from '../people/people.ts';

/** Returns the agreements that an application needs. The guarantor agreement is needed only if there is a guarantor (D10). */
export function agreementsDue(state: Pick<ApplicationState, 'applicationData'>): readonly AgreementKey[] {
  const guaranteed = (state.applicationData.guarantorId ?? null) !== null;
  return agreementKeys.filter((key) => key !== 'guarantor' || guaranteed);
}

/** Returns whether the person declined to guarantee. After a reload, infers this from the confirmed section (D16). */
export function isGuaranteeDeclined(state: ApplicationState): boolean {
  const { questions, sections, guarantorRequired, guaranteeReopened } = state;
  return questions.guarantor === false || (sections.applicant && !guarantorRequired && !guaranteeReopened);
}

/** The owners with their shares, and the person who certifies them in the controlling-party agreement (D30). */
export interface Certification {
  readonly owners: readonly { readonly name: string; readonly percent: number }[];
  readonly certifier: { readonly name: string; readonly title: string };
}

type Certified = Pick<ApplicationState, 'applicationData' | 'personnel'>;

/** Returns the certification for the current answers. */
export function certificationOf(state: Certified): Certification {
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

/** Returns the agreements whose consents become void because the guarantor or the certification changed (D31). */
export function voidedAgreements(before: Certified, after: Certified): readonly AgreementKey[] {
  const guarantorOf = ({ applicationData }: Certified) => applicationData.guarantorId ?? null;
  const certified = (state: Certified) => JSON.stringify(certificationOf(state));
  return [
    ...(guarantorOf(before) === guarantorOf(after) ? [] : (['guarantor'] as const)),
    ...(certified(before) === certified(after) ? [] : (['controlling-party'] as const)),
  ];
}
