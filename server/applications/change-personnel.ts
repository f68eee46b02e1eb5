/** Adds, changes and removes the people of an application (D6, D14, D17, D31). */
import type { Copy } from '../../copy/copy.ts';
import type { ApplicationState } from '../../form/fields/application-state.ts';
import { fieldsOf } from '../../form/fields/form.ts';
import { ownersAreAsked } from '../../form/people/ownership.ts';
import type { Person, PersonnelType } from '../../form/people/people.ts';
import { personnelLimits, recordOfPerson } from '../../form/people/people.ts';
import { applyChange } from '../../form/state/apply-change.ts';
import { ruleContext } from '../../form/validation/rule-context.ts';
import { changeErrors, type ParsedAnswers, parseAnswers } from '../../form/validation/validate.ts';
import { uuidv7 } from '../db/uuid.ts';
import { ApiError, notFound, notValid } from '../errors.ts';
import { type ApplicationRecord, fieldsOfPerson, type PersonRecord, stateOf } from './application-record.ts';
import { type ChangeContext, type PlannedChange, plannedChange } from './planned-change.ts';

type Sent = Readonly<Record<string, unknown>>;

function checkFieldNames(personnelType: PersonnelType, sent: Sent): void {
  const fields = fieldsOfPerson(personnelType);
  const unknown = Object.keys(sent).filter((key) => !Object.hasOwn(fields, key));
  if (unknown.length > 0)
    throw new ApiError('invalid_request', `A person of this type has no field ${unknown.join(', ')}.`);
}

/** Throws `conflict` if no more people of this type can be added, or for an owner if the legal form has no owners (D6, D17). */
function checkLimit(state: ApplicationState, personnelType: PersonnelType): void {
  const existing = state.personnel.filter((person) => person.personnelType === personnelType).length;
  const limit = personnelLimits[personnelType];
  if (existing >= limit)
    throw new ApiError('conflict', `An application has at most ${limit} people of this type.`);
  if (personnelType === 'owner' && !ownersAreAsked(state))
    throw new ApiError('conflict', 'A business of this legal form has no owners to list.');
}

/**
 * Throws `validation_failed` if a sent answer is invalid, by itself or together with the person's other answers. Also checks
 * answers to questions that aren't asked (D45).
 */
function check(
  copy: Copy,
  before: ApplicationState,
  after: ApplicationState,
  { id, personnelType, answers: known }: Person,
  read: ParsedAnswers,
): void {
  const fields = fieldsOf(before.form, recordOfPerson[personnelType]);
  const answers = after.personnel.find((person) => person.id === id)?.answers ?? known;
  const errors = changeErrors(fields, read, ruleContext(before, answers, { id, personnelType }), before);
  if (errors.length > 0) throw notValid(copy, errors);
}

/** Returns the rows to write to add a person, and the new person's id. */
export function addPerson(
  context: ChangeContext,
  record: ApplicationRecord,
  personnelType: PersonnelType,
  sent: Sent,
): PlannedChange & { readonly id: string } {
  checkFieldNames(personnelType, sent);
  const before = stateOf(record, context.program, context.now);
  checkLimit(before, personnelType);
  const answers = parseAnswers(fieldsOfPerson(personnelType), sent);
  const added: Person = { id: uuidv7(context.now), personnelType, answers };
  const after = applyChange(before, { added });
  check(context.program.copy, before, after, added, answers);
  return { ...plannedChange(context, record, before, after, { of: 'people' }), id: added.id };
}

/** Returns the rows to write for a person's new answers. An answer whose old value is unreadable counts as changed (D55). */
export function changePerson(
  context: ChangeContext,
  record: ApplicationRecord,
  person: PersonRecord,
  sent: Sent,
): PlannedChange {
  checkFieldNames(person.personnelType, sent);
  const before = stateOf(record, context.program, context.now);
  const answers = parseAnswers(fieldsOfPerson(person.personnelType), sent);
  const after = applyChange(before, { person: { id: person.id, answers } });
  check(context.program.copy, before, after, person, answers);
  const requested = { of: 'people', sent: { keys: Object.keys(answers), personnelId: person.id } } as const;
  return plannedChange(context, record, before, after, requested);
}

/** Returns the rows to write to remove a person. Removing the applicant also voids their guarantee (D16). */
export function removePerson(
  context: ChangeContext,
  record: ApplicationRecord,
  person: PersonRecord,
): PlannedChange {
  const before = stateOf(record, context.program, context.now);
  const after = applyChange(before, { removed: person.id });
  return plannedChange(context, record, before, after, { of: 'people' });
}

/** Returns a person of an application. Throws `resource_not_found` if there is no such person. */
export function personIn(record: ApplicationRecord, personnelId: string): PersonRecord {
  const person = record.personnel.find(({ id }) => id === personnelId);
  if (!person) throw notFound();
  return person;
}
