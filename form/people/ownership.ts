/** The shares of the business that people own, and the questions that follow from them (spec section 9, D6, D17). */
import { hundredths } from '../field-types/numbers.ts';
import type { OrganizationType } from '../lists/organization-types.ts';
import { impliedShare } from '../lists/organization-types.ts';
import type { People, Person } from './people.ts';
import { applicantOf, peopleOf, personnelLimits } from './people.ts';

/** Share from which a person is a beneficial owner, in percent (spec section 9). */
export const ownerThreshold = 25;

interface LegalForm {
  readonly applicationData: { readonly organizationType?: OrganizationType | null };
}

type Shares = LegalForm & People;

/** True if the legal form has beneficial owners, so that they and the applicant's share are asked for (D17). */
export function ownersAreAsked({ applicationData }: LegalForm): boolean {
  return impliedShare(applicationData.organizationType) === undefined;
}

/** Beneficial owners without the applicant; empty if the legal form has none. */
export function ownersOf(state: Shares): readonly Person[] {
  return ownersAreAsked(state) ? peopleOf(state, 'owner') : [];
}

/** A person's answers, with the applicant's share if the legal form determines it (D6). */
export function countedAnswers(
  state: LegalForm,
  { personnelType, answers }: Pick<Person, 'personnelType' | 'answers'>,
): Person['answers'] {
  const implied =
    personnelType === 'applicant' ? impliedShare(state.applicationData.organizationType) : undefined;
  return implied === undefined ? answers : { ...answers, percentageOwned: implied };
}

/** A person's share in hundredths of a percent. The legal form can determine the applicant's (D6). */
export function shareOf(state: LegalForm, person: Person): number {
  const { percentageOwned } = countedAnswers(state, person);
  const counts = person.personnelType !== 'authorized_user' && typeof percentageOwned === 'number';
  return counts ? hundredths(percentageOwned) : 0;
}

/** Hundredths of a percent that are unclaimed, not counting the share of one person (D6). */
export function unclaimedShare(state: Shares, exceptId?: string): number {
  return state.personnel
    .filter((person) => person.id !== exceptId)
    .reduce((left, person) => left - shareOf(state, person), 100_00);
}

/** Everyone who owns 25 % or more, the applicant first (D6). */
export function beneficialOwners(state: Shares): readonly Person[] {
  if (!ownersAreAsked(state)) return [];
  const applicant = applicantOf(state);
  const counts = applicant && shareOf(state, applicant) >= hundredths(ownerThreshold);
  return [...(counts ? [applicant] : []), ...ownersOf(state)];
}

/** True while someone who is not listed could own 25 % or more, which the applicant must deny (D17). */
export function noOtherOwnersIsDue(state: Shares): boolean {
  return ownersAreAsked(state) && unclaimedShare(state) >= hundredths(ownerThreshold);
}

/** True while another beneficial owner can be added: 25 % is unclaimed, and there are fewer than four (D6). */
export function anotherOwnerCanBe(state: Shares): boolean {
  return noOtherOwnersIsDue(state) && ownersOf(state).length < personnelLimits.owner;
}
