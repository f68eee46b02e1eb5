/**
 * How answers are shown to people, on the review and in the evidence package alike: dates MM/DD/YYYY, money in
 * dollars without decimals (spec section 9), options by their words, identifiers by their last four (D41).
 */

import type { AnswerTypes, FieldTypeName } from '../form/field-types/field-type.ts';
import { dollars } from '../form/field-types/numbers.ts';
import type { Field } from '../form/fields/field.ts';
import { isKept, maskedKey } from '../form/fields/field.ts';
import type { RecordName } from '../form/fields/form.ts';
import { fieldTypeOf, isAnswered } from '../form/validation/validate.ts';
import type { Copy, FieldCopy } from './copy.ts';
import { fieldCopy } from './sentences.ts';

type Values = Readonly<Record<string, unknown>>;

/** An answer as people read it. Its line breaks are shown. */
export interface Shown {
  readonly text: string;
  /** Of a masked answer: its last four digits, so that they can be spoken where dots cannot. */
  readonly lastFour?: string;
  /** True for words of ours, which a browser may translate; what people have typed stays as it is. */
  readonly isOurs?: true;
}

/** The title of an industry by its code; undefined while the list is not loaded, or for a code it does not have. */
export type TitleOf = (code: string) => string | undefined;

const masks = { ssn: '•••-••-', taxId: '••-•••' } as const;

/** An identifier of which only the last four digits may be seen: •••-••-6789. */
function maskedText(type: keyof typeof masks, lastFour: string): string {
  return `${masks[type]}${lastFour}`;
}

/** What the text of an answer is made of beside the answer. */
interface Beside {
  readonly review: Copy['review'];
  readonly options: FieldCopy['options'];
  readonly titleOf: TitleOf;
}

/** The field types whose text is not what their input holds. */
const texts: {
  readonly [K in FieldTypeName]?: (answer: AnswerTypes[K], beside: Beside) => string;
} = {
  money: dollars,
  percent: (answer) => `${answer}%`,
  yesNo: (answer, { review }) => (answer ? review.yes : review.no),
  consent: (answer, { review }) => (answer ? review.yes : review.no),
  industry: (code, { titleOf }) => [code, titleOf(code)].filter(Boolean).join(' '),
  choice: (option, { options }) => options?.[option] ?? option,
};

/** The field types whose answer is picked among words of ours. */
const worded: ReadonlySet<FieldTypeName> = new Set(['yesNo', 'consent', 'industry', 'choice']);

/** The last four digits of a masked answer, whether it is there whole or as its last four alone. */
function lastFourOf(key: string, record: Values): string {
  return String(record[key] ?? record[maskedKey(key)]).slice(-4);
}

/** An answer that is kept and that the page does not have, as people read it; undefined where it is not so (D41, D55). */
export function keptAnswer(
  copy: Copy,
  asked: Parameters<typeof displayOf>[1],
  values: Values,
): Shown | undefined {
  const { key, field } = asked;
  return isKept(field, key, values)
    ? (displayOf(copy, asked, { ...values, [key]: null }) ?? undefined)
    : undefined;
}

/** The answer to a field as people read it; null where there is none. A masked one is never shown whole. */
export function displayOf(
  copy: Copy,
  { record, key, field }: { readonly record: RecordName; readonly key: string; readonly field: Field },
  values: Values,
  titleOf: TitleOf = () => undefined,
): Shown | null {
  if (!isAnswered({ [key]: field }, key, values)) return null;
  if (field.type === 'ssn' || field.type === 'taxId') {
    const lastFour = lastFourOf(key, values);
    return { text: maskedText(field.type, lastFour), lastFour };
  }
  if ((values[key] ?? null) === null) return { text: copy.review.kept, isOurs: true };
  const answer = values[key] as never;
  const text = texts[field.type] as ((answer: never, beside: Beside) => string) | undefined;
  const { options } = fieldCopy(copy, record, key) ?? {};
  return {
    text: text ? text(answer, { review: copy.review, options, titleOf }) : fieldTypeOf(field).format(answer),
    ...(worded.has(field.type) && { isOurs: true }),
  };
}

/** An address on two lines, from the keys of street, city, state and ZIP code; null where none of them is given. */
export function addressOf(
  [line = '', city = '', state = '', zip = '']: readonly string[],
  record: Values,
): Shown | null {
  const given = (key: string) => String(record[key] ?? '');
  const stateAndZip = [given(state), given(zip)].filter(Boolean).join(' ');
  const step = [given(city), stateAndZip].filter(Boolean).join(', ');
  const text = [given(line), step].filter(Boolean).join('\n');
  return text === '' ? null : { text };
}
