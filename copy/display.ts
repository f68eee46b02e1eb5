/**
 * Answers as people read them, on the review and in the evidence package: dates MM/DD/YYYY, money in dollars without
 * decimals (spec section 9), options by their words, identifiers by their last four (D41).
 */
import type { AnswerTypes, FieldTypeName } from '../form/field-types/field-type.ts';
import { dollars } from '../form/field-types/numbers.ts';
import { isKept, maskedKey } from '../form/fields/field.ts';
import { fieldTypeOf, isAnswered } from '../form/validation/validate.ts';
import type { Copy, FieldCopy } from './copy.ts';
import { type AskedField, fieldCopy } from './sentences.ts';

type Values = Readonly<Record<string, unknown>>;

/** An answer as people read it, with line breaks. */
export interface Shown {
  readonly text: string;
  /** The last four digits of a masked answer, which a screen reader speaks in place of the dots. */
  readonly lastFour?: string;
  /** True for the product's words, which a browser may translate; false for text that people typed. */
  readonly isOurs?: true;
}

/** Returns the title of an industry by its code; undefined while the list is loading, or for an unknown code. */
export type TitleOf = (code: string) => string | undefined;

const masks = { ssn: '•••-••-', taxId: '••-•••' } as const;

interface TextContext {
  readonly review: Copy['review'];
  readonly options: FieldCopy['options'];
  readonly titleOf: TitleOf;
}

const yesOrNo = (answer: boolean, { review }: TextContext) => (answer ? review.yes : review.no);

/** The field types whose text is not the text of their input. */
const texts: {
  readonly [K in FieldTypeName]?: (answer: AnswerTypes[K], context: TextContext) => string;
} = {
  money: dollars,
  percent: (answer) => `${answer}%`,
  yesNo: yesOrNo,
  consent: yesOrNo,
  industry: (code, { titleOf }) => [code, titleOf(code)].filter(Boolean).join(' '),
  choice: (option, { options }) => options?.[option] ?? option,
};

/** The field types whose answer is picked from the product's words. */
const worded: ReadonlySet<FieldTypeName> = new Set(['yesNo', 'consent', 'industry', 'choice']);

/** An answer that the server keeps and the page does not have; undefined for any other answer (D41, D55). */
export function keptAnswer(copy: Copy, asked: AskedField, values: Values): Shown | undefined {
  if (!isKept(asked.field, asked.key, values)) return undefined;
  return displayOf(copy, asked, { ...values, [asked.key]: null }) ?? undefined;
}

/** The answer to a field as people read it; null if there is none. A masked one is never shown whole. */
export function displayOf(
  copy: Copy,
  { record, key, field }: AskedField,
  values: Values,
  titleOf: TitleOf = () => undefined,
): Shown | null {
  if (!isAnswered({ [key]: field }, key, values)) return null;
  if (field.type === 'ssn' || field.type === 'taxId') {
    const lastFour = String(values[key] ?? values[maskedKey(key)]).slice(-4);
    return { text: `${masks[field.type]}${lastFour}`, lastFour };
  }
  if ((values[key] ?? null) === null) return { text: copy.review.kept, isOurs: true };
  const answer = values[key] as never;
  const text = texts[field.type] as ((answer: never, context: TextContext) => string) | undefined;
  const { options } = fieldCopy(copy, record, key) ?? {};
  return {
    text: text ? text(answer, { review: copy.review, options, titleOf }) : fieldTypeOf(field).format(answer),
    ...(worded.has(field.type) && { isOurs: true }),
  };
}

/** An address on two lines, from the keys of street, city, state and ZIP code; null if all are empty. */
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
