/** Addresses that were given before, to be used again instead of being typed twice (WCAG 3.3.7). */

import type { AddressParts } from './address-parts.ts';
import { addressByKey } from './address-parts.ts';
import { fieldsOf } from './form.ts';
import { judgeFields } from './judge.ts';
import type { Place } from './places.ts';
import { groupAt, recordAt, samePlace } from './places.ts';
import type { Situation } from './situation.ts';
import { askedOf, ruleContext } from './situation.ts';
import { placesOf } from './walk.ts';

/** An address as one line, and its parts by the keys of the fields that may take them over. */
export interface EnteredAddress {
  readonly label: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Street, city, state and ZIP code of the address asked for at a place; nothing where it is not wholly given. */
function addressAt(place: Place, situation: Situation): AddressParts | undefined {
  const record = recordAt(place, situation);
  const parts = groupAt(place)?.fields.map((key) => record[key]) ?? [];
  return parts.every((part) => typeof part === 'string' && part !== '')
    ? (parts as readonly string[] as AddressParts)
    : undefined;
}

/** Every whole address that is asked for before a place, in that order. */
function addressesBefore(place: Place, situation: Situation): readonly AddressParts[] {
  const places = placesOf(situation);
  const before = places.slice(
    0,
    places.findIndex((candidate) => samePlace(candidate, place)),
  );
  return before.flatMap((earlier) => {
    const parts = groupAt(earlier)?.address && addressAt(earlier, situation);
    return parts ? [parts] : [];
  });
}

const oneLine = ([street, city, state, zip]: AddressParts) => `${street}, ${city}, ${state} ${zip}`;

/**
 * The addresses to choose from at a place: entered before it, each once, and allowed by the rules of the fields that
 * would take it over, so that a P.O. box for bills is not offered as a home. None where no address is asked for.
 */
export function enteredAddresses(place: Place, situation: Situation): readonly EnteredAddress[] {
  const group = groupAt(place);
  if (!group?.address) return [];
  const keys: readonly string[] = group.fields;
  const fields = fieldsOf(situation.form, group.record);
  const offered = addressesBefore(place, situation).map((parts) => ({
    label: oneLine(parts),
    values: addressByKey(keys, parts),
  }));
  return offered.filter(
    ({ label, values }, index) =>
      offered.findIndex((other) => other.label === label) === index &&
      judgeFields(fields, keys, ruleContext(situation, values), askedOf(situation)).length === 0,
  );
}
