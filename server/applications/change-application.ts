/** Changes an application's answers, disclosures and sections. Either all changes of a PATCH are made or none (D11, D17, D45). */
import type { SectionKey } from '../../form/fields/application-state.ts';
import type { Fields } from '../../form/fields/field.ts';
import { baseForm, fieldsOf } from '../../form/fields/form.ts';
import { applyChange } from '../../form/state/apply-change.ts';
import { guarantorIsRequired } from '../../form/state/guarantor.ts';
import { guarantorErrors, sectionErrors } from '../../form/validation/completeness.ts';
import { ruleContext } from '../../form/validation/rule-context.ts';
import { changeErrors, type ParsedAnswers, parseAnswers } from '../../form/validation/validate.ts';
import { invalidField, notValid } from '../errors.ts';
import { type ApplicationRecord, stateOf } from './application-record.ts';
import type { DisclosureEvidence } from './consents.ts';
import { type ChangeContext, type PlannedChange, plannedChange } from './planned-change.ts';

type Sent = Readonly<Record<string, unknown>>;

/** The changes that a call sent. Their field names have been checked, but not their values. */
export interface ApplicationChanges extends DisclosureEvidence {
  readonly applicationData?: Sent | undefined;
  readonly disclosures?: Sent | undefined;
  readonly sections?: Sent | undefined;
}

/** Returns the rows to write for these changes. Throws `validation_failed` with one error for each wrong field. */
export function changeApplication(
  context: ChangeContext,
  record: ApplicationRecord,
  changes: ApplicationChanges,
): PlannedChange {
  const { program, now } = context;
  const before = stateOf(record, program, now);
  const applicationData = parseAnswers(baseForm.application, changes.applicationData ?? {});
  const disclosures = parseAnswers(baseForm.disclosures, changes.disclosures ?? {});
  const confirmed = Object.keys(changes.sections ?? {}) as SectionKey[];
  const sections = Object.fromEntries(confirmed.map((key) => [key, true] as const));
  const after = applyChange(before, { applicationData, disclosures, sections }, (answers) =>
    guarantorIsRequired(program.guarantor, answers),
  );

  const unconfirmed = confirmed.filter((key) => changes.sections?.[key] !== true);
  const errorsIn = (part: 'applicationData' | 'disclosures', fields: Fields, sent: ParsedAnswers) =>
    changeErrors(fields, sent, ruleContext(after, after[part]), after).map((error) => ({
      ...error,
      field: `${part}.${error.field}`,
    }));
  const errors = [
    ...errorsIn('applicationData', fieldsOf(program.form, 'application'), applicationData),
    ...(typeof applicationData['guarantorId'] === 'string' ? guarantorErrors(after) : []),
    ...errorsIn('disclosures', fieldsOf(program.form, 'disclosures'), disclosures),
    ...unconfirmed.map((key) => invalidField(`sections.${key}`)),
  ];
  if (errors.length > 0) throw notValid(program.copy, errors);
  const incomplete = confirmed.flatMap((section) => sectionErrors(section, after));
  if (incomplete.length > 0) throw notValid(program.copy, incomplete);

  return plannedChange(context, record, before, after, {
    of: 'application',
    sent: { keys: Object.keys(applicationData) },
    disclosures: { keys: Object.keys(disclosures), from: changes.from, shown: changes.shown },
  });
}
