/** Addresses that were given before, to be used again instead of being typed twice (WCAG 3.3.7). */
import { billingKeys } from './application.ts';
import type { Place } from './flow.ts';
import { groupAt, personAt } from './flow.ts';
import { fieldsOf } from './form.ts';
import { judgeFields } from './judge.ts';
import type { Situation } from './situation.ts';
import { applicantOf, askedOf, authorizedUsersOf, ownersOf, ruleContext } from './situation.ts';

/** Street, city, state and ZIP of the business or of a person. */
export const addressKeys = ['addressLine', 'addressCity', 'addressState', 'addressPostalCode'] as const;

/** An address as one line, and its parts by the keys of the fields that may take them over. */
export interface EnteredAddress {
  readonly label: string;
  readonly values: Readonly<Record<string, string>>;
}

type Keys = typeof addressKeys | typeof billingKeys;
type Parts = readonly [street: string, city: string, state: string, zip: string];

/** The keys of an address, where these are the fields of one. */
function addressKeysAmong(fields: readonly string[]): Keys | undefined {
  const asked = fields.join();
  return [addressKeys, billingKeys].find((keys) => keys.join() === asked);
}

/** The four parts of a record's address; undefined where one is missing. */
function partsOf(record: Readonly<Record<string, unknown>>, keys: Keys): Parts | undefined {
  const parts = keys.map((key) => record[key]);
  return parts.every((part) => typeof part === 'string' && part !== '')
    ? (parts as unknown as Parts)
    : undefined;
}

/** Every whole address that comes before the one asked for at a place, in the order in which they are asked for. */
function addressesBefore(place: Place, keys: Keys, situation: Situation): readonly Parts[] {
  const { applicationData } = situation;
  const applicant = applicantOf(situation);
  const people = [...(applicant ? [applicant] : []), ...ownersOf(situation), ...authorizedUsersOf(situation)];
  const sources = [
    { of: applicationData, keys: addressKeys },
    { of: applicationData, keys: billingKeys },
    ...people.map(({ answers }) => ({ of: answers, keys: addressKeys })),
  ];
  const asked = personAt(place, situation)?.answers ?? applicationData;
  const own = sources.findIndex((source) => source.of === asked && source.keys === keys);
  return sources.slice(0, Math.max(0, own)).flatMap((source) => {
    const parts = partsOf(source.of, source.keys);
    return parts ? [parts] : [];
  });
}

/**
 * The addresses to choose from at a place: entered before it, each once, and allowed by the rules of the fields that
 * would take it over, so that a P.O. box for bills is not offered as a home. None where no address is asked for.
 */
export function enteredAddresses(place: Place, situation: Situation): readonly EnteredAddress[] {
  const group = groupAt(place);
  const keys = group && addressKeysAmong(group.fields);
  if (!group || !keys) return [];
  const fields = fieldsOf(situation.form, group.record);
  const offered = addressesBefore(place, keys, situation).map(
    ([street, city, state, zip]): EnteredAddress => {
      const parts = [street, city, state, zip];
      return {
        label: `${street}, ${city}, ${state} ${zip}`,
        values: Object.fromEntries(keys.map((key, index) => [key, parts[index] ?? ''])),
      };
    },
  );
  return offered.filter(
    ({ label, values }, index) =>
      offered.findIndex((other) => other.label === label) === index &&
      judgeFields(fields, keys, ruleContext(situation, values), askedOf(situation)).length === 0,
  );
}
