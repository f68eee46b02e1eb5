/** The parsers and formatters of all field types. */
import { choice, id, yesNo } from './choices.ts';
import { date } from './date.ts';
import type { FieldType } from './field-type.ts';
import { industry, phone, ssn, taxId, zip } from './identifiers.ts';
import { count, percent, years } from './numbers.ts';
import { email, state, text } from './text.ts';

export const fieldTypes = {
  text,
  email,
  phone,
  ssn,
  taxId,
  zip,
  state,
  industry,
  date,
  count,
  years,
  money: count,
  percent,
  yesNo,
  consent: yesNo,
  choice,
  person: id,
  file: id,
};

export type FieldTypeName = keyof typeof fieldTypes;

/** The TypeScript type of a field type's answers in the API, in the rules and in the database (D46). */
export type AnswerTypes = {
  [K in FieldTypeName]: (typeof fieldTypes)[K] extends FieldType<infer A> ? A : never;
};
