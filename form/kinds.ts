/** Every kind of field and how it is read: the one record that the browser and the server ask. */
import { choice, consent, id, yesNo } from './kinds/choices.ts';
import { date } from './kinds/date.ts';
import { industry, phone, ssn, taxId, zip } from './kinds/identifiers.ts';
import type { AnswerTypes, Kind, KindReader } from './kinds/kind.ts';
import { count, money, percent } from './kinds/numbers.ts';
import { email, state, text } from './kinds/text.ts';

export const kinds: { readonly [K in Kind]: KindReader<AnswerTypes[K]> } = {
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
  money,
  percent,
  yesNo,
  consent,
  choice,
  person: id,
  file: id,
};
