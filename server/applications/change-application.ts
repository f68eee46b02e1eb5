/**
 * Changes the answers, disclosures and sections of an application. Writes everything that a PATCH sends, or nothing (D11, D17,
 * D45).
 */

import type { SectionKey } from '../../form/fields/application-state.ts';
import { baseForm, fieldsOf } from '../../form/fields/form.ts';
import { applyChange } from '../../form/state/apply-change.ts';
import { guarantorIsRequired } from '../../form/state/guarantor.ts';
import { guarantorErrors, sectionErrors } from '../../form/validation/completeness.ts';
import { ruleContext } from '../../form/validation/rule-context.ts';
import { changeErrors, parseAnswers } from '../../form/validation/validate.ts';
import { invalidField, notValid } from '../errors.ts';
import { type ApplicationRecord, stateOf } from './application-record.ts';
import type { ConsentSource, ShownDisclosures } from './consents.ts';
import { type ChangeContext, type PlannedChange, plannedChange } from './planned-change.ts';

type Sent = Readonly<Record<string, unknown>>;

/** The changes that a call sent. Their field names are already checked, but their values are not. */
export interface ApplicationChanges {
  readonly applicationData?: Sent | undefined;
  readonly disclosures?: Sent | undefined;
  readonly sections?: Sent | undefined;
  /** The versions of the disclosure texts that the page showed. */
  readonly shown?: ShownDisclosures | undefined;
  /** The caller's address and user agent, for the evidence of consents that the call gives by disclosures (D31). */
  readonly from: ConsentSource;
}

/** Returns the rows that the changes write. Throws `validation_failed` with one error for each wrong field. */
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

  const ofForm = fieldsOf(program.form, 'application');
  const ofDisclosures = fieldsOf(program.form, 'disclosures');
  const unconfirmed = confirmed.filter((key) => changes.sections?.[key] !== true);
  const errors = [
    ...changeErrors(ofForm, applicationData, ruleContext(after, after.applicationData), after).map(
      (error) => ({ ...error, field: `applicationData.${error.field}` }),
    ),
    ...(typeof applicationData['guarantorId'] === 'string' ? guarantorErrors(after) : []),
    ...changeErrors(ofDisclosures, disclosures, ruleContext(after, after.disclosures), after).map(
      (error) => ({ ...error, field: `disclosures.${error.field}` }),
    ),
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
