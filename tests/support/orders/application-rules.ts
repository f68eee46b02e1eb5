/** The rules of an application in the model: owners and their shares, the guarantor, agreements, and the consequences of changes. */
import type { Agreement, Application, Kind, Person, ProgramFacts } from './state.ts';
import { agreements, applicantOf } from './state.ts';

/** The minimum share of an owner, in percent. */
const threshold = 25;

/** Returns whether the form asks about owners and their shares. This depends on the organization type (D17). */
export function hasOwners({ organizationType }: Application): boolean {
  return !['sole_proprietorship', 'municipality', 'non_profit'].includes(organizationType);
}

/** Returns whether a program requires a guarantor for an application (D16). Knows only the rules of the shipped programs. */
function needsGuarantor({ freeFromYears }: ProgramFacts, application: Application): boolean {
  if (['municipality', 'non_profit'].includes(application.organizationType)) return false;
  return freeFromYears === undefined || application.yearsInBusiness < freeFromYears;
}

/** Returns the percentage of the business that no one owns. Counts the share of the person with `exceptKey` as not owned. */
function unclaimed(application: Application, exceptKey?: number): number {
  return application.people
    .filter(({ key }) => key !== exceptKey)
    .reduce((left, { share }) => left - (share ?? 0), 100);
}

function mustConfirmNoOthers(application: Application): boolean {
  return hasOwners(application) && unclaimed(application) >= threshold;
}

/** Returns a key that changes whenever an agreement's text changes. Only the text of `controlling-party` contains names (D30). */
export function textOf(agreement: Agreement, application: Application | null): string {
  if (agreement !== 'controlling-party' || !application) return `${agreement}: ${JSON.stringify([null, []])}`;
  const { people } = application;
  const applicant = applicantOf(application);
  const owners = hasOwners(application)
    ? people.filter(
        ({ kind, share }) => kind === 'owner' || (kind === 'applicant' && (share ?? 0) >= threshold),
      )
    : [];
  const inOrder = [
    ...owners.filter(({ kind }) => kind === 'applicant'),
    ...owners.filter(({ kind }) => kind === 'owner'),
  ];
  const listed = inOrder.map(({ name, share }) => [name, share ?? 0]);
  return `${agreement}: ${JSON.stringify([applicant?.name ?? null, listed])}`;
}

/** Returns the agreements that submit requires (D10). */
export function consentsDue({ guarantor }: Pick<Application, 'guarantor'>): readonly Agreement[] {
  return agreements.filter((agreement) => agreement !== 'guarantor' || guarantor !== null);
}

/**
 * Returns the changed application with the consequences of the change: removes answers to questions that no longer apply, clears
 * an outdated `noOtherOwners`, and marks outdated consents as lost.
 */
export function withConsequences(
  program: ProgramFacts,
  before: Application,
  changed: Application,
): Application {
  const people = hasOwners(changed)
    ? changed.people
    : changed.people.filter(({ kind }) => kind !== 'owner').map((person) => ({ ...person, share: null }));
  const guarantorIsGone = !people.some(({ key }) => key === changed.guarantor);
  const isFreed = needsGuarantor(program, before) && !needsGuarantor(program, changed);
  const kept = { ...changed, people, guarantor: guarantorIsGone || isFreed ? null : changed.guarantor };
  const owners = (application: Application) =>
    application.people.filter(({ kind }) => kind === 'owner').length;
  const isOfOthers =
    owners(before) !== owners(kept) || (applicantOf(before) !== undefined && !applicantOf(kept));
  const { noOtherOwners } = kept.disclosures;
  const isOpenAgain = !mustConfirmNoOthers(kept) || (noOtherOwners === true && isOfOthers);
  const confirmed = isOpenAgain
    ? { ...kept, disclosures: { ...kept.disclosures, noOtherOwners: null } }
    : kept;
  const isVoid = (agreement: Agreement) =>
    agreement === 'guarantor'
      ? before.guarantor !== confirmed.guarantor
      : textOf(agreement, before) !== textOf(agreement, confirmed);
  const consents = { ...confirmed.consents };
  for (const agreement of agreements)
    if (consents[agreement] === 'given' && isVoid(agreement)) consents[agreement] = 'lost';
  return { ...confirmed, consents };
}

/**
 * Returns whether a person may have this share (D6). The shares of all people must not exceed 100% in total, and an owner needs
 * at least 25%. A missing share is allowed.
 */
export function mayOwn(
  application: Application,
  person: { kind: Kind; key?: number },
  share: number | null,
): boolean {
  if (share === null) return true;
  if (person.kind === 'owner' && share < threshold) return false;
  return share <= unclaimed(application, person.key);
}

/** Returns whether the application has every answer that submit requires. Consents are checked elsewhere. */
export function isComplete(program: ProgramFacts, application: Application): boolean {
  const { hasTaxId, guarantor, disclosures, people } = application;
  const hasShare = ({ kind, share }: Person) =>
    kind === 'authorized_user' || !hasOwners(application) || share !== null;
  return (
    hasTaxId &&
    applicantOf(application) !== undefined &&
    people.every((person) => person.hasSsn && hasShare(person)) &&
    (guarantor !== null || !needsGuarantor(program, application)) &&
    disclosures.shareInformation === true &&
    disclosures.authority === true &&
    (disclosures.noOtherOwners === true || !mustConfirmNoOthers(application))
  );
}
