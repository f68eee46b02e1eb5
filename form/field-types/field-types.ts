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

/** Maps each field type to the TypeScript type of its answers in the API, the rules and the database (D46). */
export type AnswerTypes = {
  [K in FieldTypeName]: (typeof fieldTypes)[K] extends FieldType<infer A> ? A : never;
};
