/** Formats answers as people read them on the review and in the evidence package (spec section 9, D41). */
import type { AnswerTypes, FieldTypeName } from '../form/field-types/field-types.ts';
import { dollars } from '../form/field-types/numbers.ts';
import { fieldAs, isKept, maskedKey } from '../form/fields/field.ts';
import { fieldTypeOf, isAnswered } from '../form/validation/validate.ts';
import type { Copy, FieldCopy } from './copy.ts';
import { type AskedField, fieldCopy } from './sentences.ts';

type Values = Readonly<Record<string, unknown>>;

/** An answer as people read it. The text can contain line breaks. */
export interface Shown {
  readonly text: string;
  /** The last four digits of a masked answer. A screen reader speaks only these digits, not the dots in `text`. */
  readonly lastFour?: string;
  /** True if the text consists of the product's words. A browser may translate them, but not text that a person typed. */
  readonly isOurs?: true;
}

/** Returns the title of the industry with this code, or undefined if the code is unknown or the industries aren't loaded yet. */
export type TitleOf = (code: string) => string | undefined;

const masks = { ssn: '•••-••-', taxId: '••-•••' } as const;

interface TextContext {
  readonly review: Copy['review'];
  readonly options: FieldCopy['options'];
  readonly titleOf: TitleOf;
}

const yesOrNo = (answer: boolean, { review }: TextContext) => (answer ? review.yes : review.no);

/** Formatters for the field types whose answers the review shows differently than the input does. */
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

/** The field types whose answers are shown in the product's words, not as a person typed them. */
const worded: ReadonlySet<FieldTypeName> = new Set(['yesNo', 'consent', 'industry', 'choice']);

/** Returns the text to show for an answer that the server has but the page doesn't (D41, D55), or undefined for other answers. */
export function keptAnswer(copy: Copy, asked: AskedField, values: Values): Shown | undefined {
  if (!isKept(asked.field, asked.key, values)) return undefined;
  return displayOf(copy, asked, { ...values, [asked.key]: null }) ?? undefined;
}

/** Returns a field's answer as people read it, or null if there is none. Shows only the last four digits of a masked answer. */
export function displayOf(
  copy: Copy,
  { record, key, field: declared }: AskedField,
  values: Values,
  titleOf: TitleOf = () => undefined,
): Shown | null {
  const field = fieldAs(declared, values);
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
