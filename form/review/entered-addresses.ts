/** Finds the addresses that a person has entered. The page offers them, so no one types an address again (WCAG 3.3.7). */
import type { ApplicationState } from '../fields/application-state.ts';
import { fieldsOf } from '../fields/form.ts';
import { stepsOf } from '../flow/navigation.ts';
import { groupAt, indexOfStep, recordAt, type Step } from '../flow/steps.ts';
import { ruleContext } from '../validation/rule-context.ts';
import { validateFields } from '../validation/validate.ts';
import { type AddressParts, addressByKey } from './address-parts.ts';

/** An entered address. `label` is the address on one line. `values` are its parts, keyed by the fields to copy them into. */
export interface EnteredAddress {
  readonly label: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Returns the parts of the address at a step, or undefined if the step doesn't ask for an address or if a part is missing. */
function addressAt(step: Step, state: ApplicationState): AddressParts | undefined {
  const group = groupAt(step);
  if (!group?.isAddress) return undefined;
  const record = recordAt(step, state);
  const parts = group.fields.map((key) => record[key]);
  return parts.every((part) => typeof part === 'string' && part !== '')
    ? (parts as readonly string[] as AddressParts)
    : undefined;
}

/**
 * Returns the addresses that were entered at earlier steps and that this step's fields accept. Returns none if this step asks for
 * the billing address: only the business address was entered before it, and the two differ.
 */
export function enteredAddresses(step: Step, state: ApplicationState): readonly EnteredAddress[] {
  const group = groupAt(step);
  if (!group?.isAddress || group.assuming?.billingSame === false) return [];
  const keys: readonly string[] = group.fields;
  const fields = fieldsOf(state.form, group.record);
  const steps = stepsOf(state);
  const offered = steps.slice(0, indexOfStep(steps, step)).flatMap((earlier) => {
    const parts = addressAt(earlier, state);
    if (!parts) return [];
    const [street, city, usState, zip] = parts;
    return [{ label: `${street}, ${city}, ${usState} ${zip}`, values: addressByKey(keys, parts) }];
  });
  return offered.filter(
    ({ label, values }, at) =>
      offered.findIndex((other) => other.label === label) === at &&
      validateFields(fields, keys, ruleContext(state, values), state).length === 0,
  );
}
