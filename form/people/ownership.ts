/** Calculates shares of the business, and whether questions about owners are required (spec section 9, D6, D17). */
import { hundredths } from '../field-types/numbers.ts';
import { impliedShare, type OrganizationType } from '../lists/organization-types.ts';
import { applicantOf, type People, type Person, peopleOf, personnelLimits } from './people.ts';

/** Minimum share of a beneficial owner, in percent (spec section 9). */
export const ownerThreshold = 25;

interface LegalForm {
  readonly applicationData: { readonly organizationType?: OrganizationType | null };
}

type Shares = LegalForm & People;

/** Returns whether this legal form can have beneficial owners. If so, the form asks for them and the applicant's share (D17). */
export function ownersAreAsked({ applicationData }: LegalForm): boolean {
  return impliedShare(applicationData.organizationType) === undefined;
}

/** Returns the beneficial owners except the applicant, or an empty list if the legal form can't have any. */
export function ownersOf(state: Shares): readonly Person[] {
  return ownersAreAsked(state) ? peopleOf(state, 'owner') : [];
}

/** Returns a person's answers. They include the applicant's share if the legal form determines that share (D6). */
export function countedAnswers(
  state: LegalForm,
  { personnelType, answers }: Pick<Person, 'personnelType' | 'answers'>,
): Person['answers'] {
  const implied =
    personnelType === 'applicant' ? impliedShare(state.applicationData.organizationType) : undefined;
  return implied === undefined ? answers : { ...answers, percentageOwned: implied };
}

/**
 * Returns a person's share in hundredths of a percent (D6): the share that the legal form determines, or else the person's
 * answer. Returns 0 for an authorized user, and for a person without an answer.
 */
export function shareOf(state: LegalForm, person: Person): number {
  const { percentageOwned } = countedAnswers(state, person);
  const counts = person.personnelType !== 'authorized_user' && typeof percentageOwned === 'number';
  return counts ? hundredths(percentageOwned) : 0;
}

/** Returns the share that no one has claimed, in hundredths of a percent (D6), as if the person `exceptId` had claimed none. */
export function unclaimedShare(state: Shares, exceptId?: string): number {
  return state.personnel
    .filter((person) => person.id !== exceptId)
    .reduce((left, person) => left - shareOf(state, person), 100_00);
}

/** Returns the beneficial owners: the applicant, if they own 25% or more, and all listed owners (D6). */
export function beneficialOwners(state: Shares): readonly Person[] {
  if (!ownersAreAsked(state)) return [];
  const applicant = applicantOf(state);
  const counts = applicant && shareOf(state, applicant) >= hundredths(ownerThreshold);
  return [...(counts ? [applicant] : []), ...ownersOf(state)];
}

/** Returns whether someone else could own 25% or more. If so, the applicant must confirm that no one does (D17). */
export function noOtherOwnersIsDue(state: Shares): boolean {
  return ownersAreAsked(state) && unclaimedShare(state) >= hundredths(ownerThreshold);
}

/** Returns true if another owner can be added: 25% or more is unclaimed, and fewer than four owners are listed (D6). */
export function anotherOwnerCanBe(state: Shares): boolean {
  return noOtherOwnersIsDue(state) && ownersOf(state).length < personnelLimits.owner;
}
