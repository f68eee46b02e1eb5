/**
 * What is known of one application at one moment: all that the order of the screens and the completeness check look
 * at. The page builds it from what was typed and saved, the server from its rows.
 */
import type { ApplicationAnswers } from './application.ts';
import type { Disclosures } from './disclosures.ts';
import type { AskedOf } from './field.ts';
import type { Form } from './form.ts';
import { todayAt } from './kinds/date.ts';
import { hundredths } from './kinds/numbers.ts';
import { impliedShare, ownersAreAsked } from './lists/organization-types.ts';
import { ownerThreshold } from './personnel.ts';
import type { Questions } from './questions.ts';
import type { RuleContext } from './rules/rule.ts';

export type PersonnelType = 'applicant' | 'owner' | 'authorized_user';

/** A person with the answers given so far; a masked one may stand as its last four only (D41). */
export interface Person {
  readonly id: string;
  readonly personnelType: PersonnelType;
  readonly answers: Readonly<Record<string, unknown>>;
}

/** The sections that are confirmed one after the other (spec section 4). */
export const sectionKeys = ['business', 'applicant', 'owner', 'authorizedUser'] as const;
export type SectionKey = (typeof sectionKeys)[number];

/** The agreements in the order in which they are signed (D10). */
export const agreementKeys = ['esign', 'terms', 'guarantor', 'controlling-party'] as const;
export type AgreementKey = (typeof agreementKeys)[number];

export interface Situation {
  readonly form: Form;
  readonly now: Date;
  readonly isIndustry: (code: string) => boolean;
  readonly applicationData: ApplicationAnswers & { readonly taxIdLast4?: string | null };
  readonly disclosures: Disclosures;
  readonly questions: Questions;
  readonly personnel: readonly Person[];
  readonly documentCount: number;
  readonly sections: Readonly<Record<SectionKey, boolean>>;
  readonly agreed: Readonly<Record<AgreementKey, boolean>>;
  readonly guarantorRequired: boolean;
  /** The program wants proof of the business before the application is complete (D26). */
  readonly proofRequired: boolean;
  /** The person chose to send the proof later (D26). */
  readonly proofLater: boolean;
  /** The answers of the review have been before the person, who comes back to them after every change. */
  readonly reviewing?: boolean;
  /** The proof was added where it is asked for last; that screen then stays on the way, with the file on it. */
  readonly proofAddedLast?: boolean;
}

/** How many people of a kind an application can have; owners follow from 25 % each (D6). */
export const personnelLimits: Readonly<Record<PersonnelType, number>> = {
  applicant: 1,
  owner: 4,
  authorized_user: 10,
};

/** What decides which fields are asked. */
export function askedOf({ applicationData }: Pick<Situation, 'applicationData'>): AskedOf {
  return { organizationType: applicationData.organizationType ?? null };
}

export function applicantOf({ personnel }: Pick<Situation, 'personnel'>): Person | undefined {
  return personnel.find((person) => person.personnelType === 'applicant');
}

/** Beneficial owners entered as such; the applicant is not among them. */
export function ownersOf({ personnel }: Pick<Situation, 'personnel'>): readonly Person[] {
  return personnel.filter((person) => person.personnelType === 'owner');
}

export function authorizedUsersOf({ personnel }: Pick<Situation, 'personnel'>): readonly Person[] {
  return personnel.filter((person) => person.personnelType === 'authorized_user');
}

type Shares = Pick<Situation, 'applicationData' | 'personnel'>;

/** A person's share in hundredths of a percent; what goes without asking counts for the applicant (D6). */
export function shareOf(situation: Shares, person: Person): number {
  const implied =
    person.personnelType === 'applicant' ? impliedShare(askedOf(situation).organizationType) : undefined;
  const given = implied ?? person.answers['percentageOwned'];
  return person.personnelType === 'authorized_user' || typeof given !== 'number' ? 0 : hundredths(given);
}

/** Hundredths of a percent that nobody, the given person left aside, has claimed (D6). */
export function unclaimedShare(situation: Shares, exceptId?: string): number {
  return situation.personnel
    .filter((person) => person.id !== exceptId)
    .reduce((left, person) => left - shareOf(situation, person), 100_00);
}

/** Everyone who owns 25 % or more, the applicant first where that is one (D6). */
export function beneficialOwners(situation: Shares): readonly Person[] {
  if (!ownersAreAsked(askedOf(situation))) return [];
  const applicant = applicantOf(situation);
  const counts = applicant && shareOf(situation, applicant) >= hundredths(ownerThreshold);
  return [...(counts ? [applicant] : []), ...ownersOf(situation)];
}

/** True while someone who is not listed could own 25 % or more, so that the opposite must be confirmed (D17). */
export function noOtherOwnersIsDue(situation: Shares): boolean {
  return ownersAreAsked(askedOf(situation)) && unclaimedShare(situation) >= hundredths(ownerThreshold);
}

/** True while another beneficial owner can be added: room for 25 % is left, and the limit is not reached (D6). */
export function anotherOwnerCanBe(situation: Shares): boolean {
  return noOtherOwnersIsDue(situation) && ownersOf(situation).length < personnelLimits.owner;
}

/** True while another authorized user can be added. */
export function anotherUserCanBe(situation: Pick<Situation, 'personnel'>): boolean {
  return authorizedUsersOf(situation).length < personnelLimits.authorized_user;
}

/** What rules may look at when they judge the record of the given person, or of the business. */
export function ruleContext(
  situation: Situation,
  record: Readonly<Record<string, unknown>>,
  person?: Pick<Person, 'id' | 'personnelType'>,
): RuleContext {
  const sharesNumberWith = situation.personnel.filter(
    (other) =>
      other.id !== person?.id &&
      other.personnelType !== 'authorized_user' &&
      person?.personnelType !== 'authorized_user',
  );
  return {
    today: todayAt(situation.now),
    record,
    unclaimedShare: unclaimedShare(situation, person?.id),
    otherSsns: sharesNumberWith.flatMap(({ answers }) =>
      typeof answers['ssn'] === 'string' ? answers['ssn'] : [],
    ),
    isIndustry: situation.isIndustry,
    guarantorRequired: situation.guarantorRequired,
  };
}
