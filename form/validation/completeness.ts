/** Whether an application can be submitted: one error for every wrong thing (D27), with its path on the wire. */

import type { ApplicationState, SectionKey } from '../fields/application-state.ts';
import type { FieldKey } from '../fields/form.ts';
import { fieldsOf } from '../fields/form.ts';
import { ownersOf } from '../people/ownership.ts';
import type { Person } from '../people/people.ts';
import { applicantOf, authorizedUsersOf, recordOfPerson } from '../people/people.ts';
import { obeys } from '../rules/rules.ts';
import { agreementsDue } from '../state/consents.ts';
import { ruleContext } from './rule-context.ts';
import type { FieldError } from './validate.ts';
import { noContext, validateFields } from './validate.ts';

function under(prefix: string, errors: readonly FieldError[]): FieldError[] {
  return errors.map((error) => ({ ...error, field: `${prefix}.${error.field}` }));
}

/** Errors of the answers about the business, with paths such as `applicationData.taxId`. */
function businessErrors(state: ApplicationState): FieldError[] {
  const fields = fieldsOf(state.form, 'application');
  const keys = Object.keys(fields).filter((key) => key !== 'guarantorId');
  const context = ruleContext(state, state.applicationData);
  return under('applicationData', validateFields(fields, keys, context, state));
}

/** Errors of the guarantor: only the applicant can be one, and must be where one is required (D16). */
export function guarantorErrors(state: ApplicationState): FieldError[] {
  const guarantorId = state.applicationData.guarantorId ?? null;
  const path = 'applicationData.guarantorId';
  if (guarantorId === null)
    return state.guarantorRequired ? [{ field: path, rule: { kind: 'guarantorRead' } }] : [];
  return guarantorId === applicantOf(state)?.id ? [] : [{ field: path, rule: { kind: 'invalid' } }];
}

/** Errors of one person's answers, by field name. */
function personErrors(state: ApplicationState, person: Person): FieldError[] {
  const fields = fieldsOf(state.form, recordOfPerson[person.personnelType]);
  const context = ruleContext(state, person.answers, person);
  return validateFields(fields, Object.keys(fields), context, state);
}

const personPath = (person: Person) => `personnel.${person.id}`;

/** Errors of all people of a kind, with paths such as `personnel.{id}.percentageOwned`. */
function peopleErrors(state: ApplicationState, people: readonly Person[]): FieldError[] {
  return people.flatMap((person) => under(personPath(person), personErrors(state, person)));
}

function applicantErrors(state: ApplicationState): FieldError[] {
  const applicant = applicantOf(state);
  if (applicant) return peopleErrors(state, [applicant]);
  const fields = fieldsOf(state.form, 'applicant');
  const none = ruleContext(state, {});
  return under('personnel.applicant', validateFields(fields, Object.keys(fields), none, state));
}

/** Errors of the disclosures: sharing, authority, and no other owners where D17 requires it. */
export function disclosureErrors(
  state: ApplicationState,
  keys: readonly FieldKey<'disclosures'>[],
): FieldError[] {
  const context = ruleContext(state, state.disclosures);
  const missing = validateFields(fieldsOf(state.form, 'disclosures'), keys, context, state);
  const refused: FieldError[] =
    keys.includes('authority') && state.disclosures.authority === false
      ? [{ field: 'authority', rule: { kind: 'required' } }]
      : [];
  return under('disclosures', [...missing, ...refused]);
}

/** All errors that prevent a section from being confirmed (D11). */
export function sectionErrors(section: SectionKey, state: ApplicationState): FieldError[] {
  if (section === 'business') return businessErrors(state);
  if (section === 'applicant') return [...applicantErrors(state), ...guarantorErrors(state)];
  if (section === 'owner')
    return [...peopleErrors(state, ownersOf(state)), ...disclosureErrors(state, ['noOtherOwners'])];
  return peopleErrors(state, authorizedUsersOf(state));
}

const agreeRequired = { kind: 'agreeRequired' } as const;

/** All errors that prevent the answers from being submitted, whether or not sections are confirmed (D11). */
export function submissionErrors(state: ApplicationState): FieldError[] {
  return [
    ...disclosureErrors(state, ['shareInformation', 'authority']),
    ...sectionErrors('business', state),
    ...sectionErrors('applicant', state),
    ...sectionErrors('owner', state),
    ...sectionErrors('authorizedUser', state),
    ...agreementsDue(state)
      .filter((agreement) => !obeys(state.agreed[agreement], agreeRequired, noContext))
      .map((agreement) => ({ field: `consents.${agreement}`, rule: agreeRequired })),
  ];
}
