/** Addresses that were given before, to be used again instead of being typed twice (WCAG 3.3.7). */

import type { ApplicationState } from '../fields/application-state.ts';
import { fieldsOf } from '../fields/form.ts';
import { stepsOf } from '../flow/navigation.ts';
import type { Step } from '../flow/steps.ts';
import { groupAt, recordAt, sameStep } from '../flow/steps.ts';
import { ruleContext } from '../validation/rule-context.ts';
import { validateFields } from '../validation/validate.ts';
import type { AddressParts } from './address-parts.ts';
import { addressByKey } from './address-parts.ts';

/** An address as one line, and its parts by the keys of the fields that may take them over. */
export interface EnteredAddress {
  readonly label: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Street, city, state and ZIP code of the address asked for at a step; undefined where a part of it is missing. */
function addressAt(step: Step, state: ApplicationState): AddressParts | undefined {
  const record = recordAt(step, state);
  const parts = groupAt(step)?.fields.map((key) => record[key]) ?? [];
  return parts.every((part) => typeof part === 'string' && part !== '')
    ? (parts as readonly string[] as AddressParts)
    : undefined;
}

/** Every whole address that was asked for before a step, in that order. */
function addressesBefore(step: Step, state: ApplicationState): readonly AddressParts[] {
  const steps = stepsOf(state);
  const before = steps.slice(
    0,
    steps.findIndex((candidate) => sameStep(candidate, step)),
  );
  return before.flatMap((earlier) => {
    const parts = groupAt(earlier)?.isAddress && addressAt(earlier, state);
    return parts ? [parts] : [];
  });
}

const oneLine = ([street, city, state, zip]: AddressParts) => `${street}, ${city}, ${state} ${zip}`;

/**
 * The addresses to choose from at a step: entered before it, each once, and allowed by the rules of the fields that
 * would take it over, so that a P.O. box for bills is not offered as a home. None where no address is asked for.
 */
export function enteredAddresses(step: Step, state: ApplicationState): readonly EnteredAddress[] {
  const group = groupAt(step);
  if (!group?.isAddress) return [];
  const keys: readonly string[] = group.fields;
  const fields = fieldsOf(state.form, group.record);
  const offered = addressesBefore(step, state).map((parts) => ({
    label: oneLine(parts),
    values: addressByKey(keys, parts),
  }));
  return offered.filter(
    ({ label, values }, index) =>
      offered.findIndex((other) => other.label === label) === index &&
      validateFields(fields, keys, ruleContext(state, values), state).length === 0,
  );
}
