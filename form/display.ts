/**
 * How answers are shown to people, on the review and in the evidence package alike: dates MM/DD/YYYY, money in
 * dollars without decimals (spec section 9), options by their words, identifiers by their last four (D41).
 */
import type { Field } from './field.ts';
import { isAnswered, maskedKey, readerOf } from './judge.ts';
import type { AnswerTypes, Kind } from './kinds/kind.ts';
import { dollars } from './kinds/numbers.ts';

type Values = Readonly<Record<string, unknown>>;

/** An answer as people read it. Line breaks are meant. */
export interface Shown {
  readonly text: string;
  /** Of a masked answer: its last four digits, so that they can be spoken where dots cannot. */
  readonly lastFour?: string;
}

/** The title of an industry by its code; undefined while the list is not loaded, or for a code it does not have. */
export type TitleOf = (code: string) => string | undefined;

const masks = { ssn: '•••-••-', taxId: '••-•••' } as const;

/** An identifier of which only the last four digits may be seen: •••-••-6789. */
export function maskedText(kind: keyof typeof masks, lastFour: string): string {
  return `${masks[kind]}${lastFour}`;
}

/** The kinds whose text is not what their input holds. */
const texts: { readonly [K in Kind]?: (answer: AnswerTypes[K], field: Field, titleOf: TitleOf) => string } = {
  money: dollars,
  percent: (answer) => `${answer}%`,
  yesNo: (answer) => (answer ? 'Yes' : 'No'),
  consent: (answer) => (answer ? 'Yes' : 'No'),
  industry: (code, _, titleOf) => [code, titleOf(code)].filter(Boolean).join(' '),
  choice: (option, field) => (field.kind === 'choice' && field.options[option]) || option,
};

/** The last four digits of a masked answer, whether it stands there whole or as them alone. */
function lastFourOf(key: string, record: Values): string {
  return String(record[key] ?? record[maskedKey(key)]).slice(-4);
}

/** The answer to a field as people read it; null where there is none. A masked one is never shown whole. */
export function displayOf(
  field: Field,
  key: string,
  record: Values,
  titleOf: TitleOf = () => undefined,
): Shown | null {
  if (!isAnswered({ [key]: field }, key, record)) return null;
  if (field.kind === 'ssn' || field.kind === 'taxId') {
    const lastFour = lastFourOf(key, record);
    return { text: maskedText(field.kind, lastFour), lastFour };
  }
  const answer = record[key] as never;
  const text = texts[field.kind] as ((answer: never, field: Field, titleOf: TitleOf) => string) | undefined;
  return { text: text ? text(answer, field, titleOf) : readerOf(field).toText(answer) };
}

/** An address on two lines, from the keys of street, city, state and ZIP code; null where none of them is given. */
export function addressOf(
  [line = '', city = '', state = '', zip = '']: readonly string[],
  record: Values,
): Shown | null {
  const given = (key: string) => String(record[key] ?? '');
  const stateAndZip = [given(state), given(zip)].filter(Boolean).join(' ');
  const place = [given(city), stateAndZip].filter(Boolean).join(', ');
  const text = [given(line), place].filter(Boolean).join('\n');
  return text === '' ? null : { text };
}
