/** Finds the errors that prevent a section from being confirmed or an application from being submitted (D27). */
import { type ApplicationState, type SectionKey, sectionKeys } from '../fields/application-state.ts';
import type { Fields } from '../fields/field.ts';
import { type FieldKey, fieldsOf } from '../fields/form.ts';
import { ownersOf } from '../people/ownership.ts';
import { applicantOf, authorizedUsersOf, type Person, recordOfPerson } from '../people/people.ts';
import { agreementsDue } from '../state/consents.ts';
import { ruleContext } from './rule-context.ts';
import { type FieldError, validateFields } from './validate.ts';

/** Returns the errors in the fields of a record. `prefix` is the beginning of their paths in the API. */
function recordErrors(
  state: ApplicationState,
  prefix: string,
  fields: Fields,
  record: Readonly<Record<string, unknown>>,
  person?: Person,
): FieldError[] {
  const errors = validateFields(fields, Object.keys(fields), ruleContext(state, record, person), state);
  return errors.map((error) => ({ ...error, field: `${prefix}.${error.field}` }));
}

/** Returns the errors about the guarantor (D16): a required guarantor is missing, or the guarantor isn't the applicant. */
export function guarantorErrors(state: ApplicationState): FieldError[] {
  const guarantorId = state.applicationData.guarantorId ?? null;
  const field = 'applicationData.guarantorId';
  if (guarantorId === null)
    return state.guarantorRequired ? [{ field, rule: { kind: 'guarantorRead' } }] : [];
  return guarantorId === applicantOf(state)?.id ? [] : [{ field, rule: { kind: 'invalid' } }];
}

function peopleErrors(state: ApplicationState, people: readonly Person[]): FieldError[] {
  return people.flatMap((person) => {
    const fields = fieldsOf(state.form, recordOfPerson[person.personnelType]);
    return recordErrors(state, `personnel.${person.id}`, fields, person.answers, person);
  });
}

function applicantErrors(state: ApplicationState): FieldError[] {
  const applicant = applicantOf(state);
  if (applicant) return peopleErrors(state, [applicant]);
  return recordErrors(state, 'personnel.applicant', state.form.applicant, {});
}

/** Returns the errors in these disclosures. `authority` must be Yes. `noOtherOwners` is required only if asked for (D17). */
export function disclosureErrors(
  state: ApplicationState,
  keys: readonly FieldKey<'disclosures'>[],
): FieldError[] {
  const fields = Object.fromEntries(keys.map((key) => [key, state.form.disclosures[key]]));
  const errors = recordErrors(state, 'disclosures', fields, state.disclosures);
  return keys.includes('authority') && state.disclosures.authority === false
    ? [...errors, { field: 'disclosures.authority', rule: { kind: 'required' } }]
    : errors;
}

/** Returns all errors that prevent a section from being confirmed (D11). */
export function sectionErrors(section: SectionKey, state: ApplicationState): FieldError[] {
  if (section === 'business') {
    const { guarantorId: _, ...fields } = state.form.application;
    return recordErrors(state, 'applicationData', fields, state.applicationData);
  }
  if (section === 'applicant') return [...applicantErrors(state), ...guarantorErrors(state)];
  if (section === 'owner')
    return [...peopleErrors(state, ownersOf(state)), ...disclosureErrors(state, ['noOtherOwners'])];
  return peopleErrors(state, authorizedUsersOf(state));
}

/** Returns all errors that prevent an application from being submitted, whether or not its sections are confirmed (D11). */
export function submissionErrors(state: ApplicationState): FieldError[] {
  return [
    ...disclosureErrors(state, ['shareInformation', 'authority']),
    ...sectionKeys.flatMap((section) => sectionErrors(section, state)),
    ...agreementsDue(state)
      .filter((agreement) => !state.agreed[agreement])
      .map((agreement) => ({ field: `consents.${agreement}`, rule: { kind: 'agreeRequired' } as const })),
  ];
}
