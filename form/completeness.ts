/** Whether an application can be submitted: one problem for every wrong thing (D27), with its path on the wire. */
import { ruleMessage } from './catalogue.ts';
import type { FieldKey } from './form.ts';
import { fieldsOf } from './form.ts';
import type { Problem } from './judge.ts';
import { judgeFields } from './judge.ts';
import type { Rule } from './rules/rule.ts';
import type { AgreementKey, Person, PersonnelType, SectionKey, Situation } from './situation.ts';
import {
  agreementKeys,
  applicantOf,
  askedOf,
  authorizedUsersOf,
  noOtherOwnersIsDue,
  ownersOf,
  ruleContext,
} from './situation.ts';

/** The record of the form that a person's answers belong to. */
export const recordOfPerson = {
  applicant: 'applicant',
  owner: 'owner',
  authorized_user: 'authorizedUser',
} as const satisfies Record<PersonnelType, string>;

function under(prefix: string, problems: readonly Problem[]): Problem[] {
  return problems.map((problem) => ({ ...problem, field: `${prefix}.${problem.field}` }));
}

function problem(situation: Situation, field: string, broken: Rule): Problem {
  const context = ruleContext(situation, situation.applicationData);
  return { field, rule: broken.kind, message: ruleMessage(broken, context), broken };
}

/** What is wrong with the answers about the business, paths as `applicationData.taxId`. */
export function businessProblems(situation: Situation): Problem[] {
  const fields = fieldsOf(situation.form, 'application');
  const keys = Object.keys(fields).filter((key) => key !== 'guarantorId');
  const context = ruleContext(situation, situation.applicationData);
  return under('applicationData', judgeFields(fields, keys, context, askedOf(situation)));
}

/** Whether the guarantor is the applicant where there must be one, and nobody else in any case (D16). */
export function guarantorProblems(situation: Situation): Problem[] {
  const guarantorId = situation.applicationData.guarantorId ?? null;
  const path = 'applicationData.guarantorId';
  if (guarantorId === null)
    return situation.guarantorRequired ? [problem(situation, path, { kind: 'guarantorRead' })] : [];
  return guarantorId === applicantOf(situation)?.id ? [] : [problem(situation, path, { kind: 'invalid' })];
}

/** What is wrong with one person's answers, by bare field name. */
export function personProblems(situation: Situation, person: Person): Problem[] {
  const fields = fieldsOf(situation.form, recordOfPerson[person.personnelType]);
  const context = ruleContext(situation, person.answers, person);
  return judgeFields(fields, Object.keys(fields), context, askedOf(situation));
}

const personPath = (person: Person) => `personnel.${person.id}`;

/** What is wrong with all people of a kind, paths as `personnel.{id}.percentageOwned`. */
function peopleProblems(situation: Situation, people: readonly Person[]): Problem[] {
  return people.flatMap((person) => under(personPath(person), personProblems(situation, person)));
}

function applicantProblems(situation: Situation): Problem[] {
  const applicant = applicantOf(situation);
  if (applicant) return peopleProblems(situation, [applicant]);
  const fields = fieldsOf(situation.form, 'applicant');
  const none = ruleContext(situation, {});
  return under('personnel.applicant', judgeFields(fields, Object.keys(fields), none, askedOf(situation)));
}

/** The confirmations of the disclosures that are due: sharing, authority, and no other owners exactly where D17 says. */
export function disclosureProblems(
  situation: Situation,
  keys: readonly FieldKey<'disclosures'>[],
): Problem[] {
  const context = ruleContext(situation, situation.disclosures);
  const due = keys.filter((key) => key !== 'noOtherOwners' || noOtherOwnersIsDue(situation));
  const missing = judgeFields(fieldsOf(situation.form, 'disclosures'), due, context, askedOf(situation));
  const refused: Problem[] =
    keys.includes('authority') && situation.disclosures.authority === false
      ? [problem(situation, 'authority', { kind: 'required' })]
      : [];
  return under('disclosures', [...missing, ...refused]);
}

/** The agreements that this application has to agree to; the guarantor's only with a guarantor (D10). */
export function agreementsDue(situation: Pick<Situation, 'applicationData'>): readonly AgreementKey[] {
  const guaranteed = (situation.applicationData.guarantorId ?? null) !== null;
  return agreementKeys.filter((key) => key !== 'guarantor' || guaranteed);
}

/** What stands between a section and its confirmation (D11). */
export function sectionProblems(section: SectionKey, situation: Situation): Problem[] {
  if (section === 'business') return businessProblems(situation);
  if (section === 'applicant') return [...applicantProblems(situation), ...guarantorProblems(situation)];
  if (section === 'owner')
    return [
      ...peopleProblems(situation, ownersOf(situation)),
      ...disclosureProblems(situation, ['noOtherOwners']),
    ];
  return peopleProblems(situation, authorizedUsersOf(situation));
}

/** Everything that still stands between the answers and their submission; the flags of sections do not count (D11). */
export function submissionProblems(situation: Situation): Problem[] {
  return [
    ...disclosureProblems(situation, ['shareInformation', 'authority']),
    ...sectionProblems('business', situation),
    ...sectionProblems('applicant', situation),
    ...sectionProblems('owner', situation),
    ...sectionProblems('authorizedUser', situation),
    ...agreementsDue(situation)
      .filter((agreement) => !situation.agreed[agreement])
      .map((agreement) => problem(situation, `consents.${agreement}`, { kind: 'agreeRequired' })),
  ];
}
