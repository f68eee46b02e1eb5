/** The parsers and formatters of all field types. */
import { choice, consent, id, yesNo } from './choices.ts';
import { date } from './date.ts';
import type { AnswerTypes, FieldType, FieldTypeName } from './field-type.ts';
import { industry, phone, ssn, taxId, zip } from './identifiers.ts';
import { count, money, percent, years } from './numbers.ts';
import { email, state, text } from './text.ts';

export const fieldTypes: { readonly [K in FieldTypeName]: FieldType<AnswerTypes[K]> } = {
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
  money,
  percent,
  yesNo,
  consent,
  choice,
  person: id,
  file: id,
};
