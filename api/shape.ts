/**
 * Pieces that the resources' schemas are made of. The wire schema has only names and shapes; form/ validates every
 * value (`docs/decisions/own-form-engine.md`). So an answer's schema accepts any JSON and describes what form/ will
 * accept.
 */
import type { TObject, TOptional, TSchema, TUnsafe } from 'typebox';
import Type from 'typebox';
import type { AnswersOf, Field, Fields, ReadBackOf } from '../form/fields/field.ts';
import { optionsOf } from '../form/fields/field.ts';
import type { FieldTypeName } from '../form/fields/types/field-type.ts';

/** A text or null, in the one spelling that checking and writing answers both know. */
export const NullableString = Type.Unsafe<string | null>({ type: ['string', 'null'] });

/** A moment in time, ISO 8601 with `Z`. */
export const Moment = Type.String({ description: 'ISO 8601, UTC' });
export const NullableMoment = NullableString;

/** An answer without a body, 204. */
export const NoContent = Type.Unsafe<undefined>({ type: 'null', description: 'Done' });

/** The header of a call that may be repeated after a lost answer (api "Headers"). */
export const IdempotencyKey = Type.Object({
  'idempotency-key': Type.Optional(Type.String({ description: 'The same call is carried out once' })),
});

/** The header of a change that starts from a version that was read. */
export const IfMatch = Type.Object({
  'if-match': Type.Optional(Type.String({ description: 'ETag of the row as it was read' })),
});

/** An object that has these properties and no others. */
export function exactly<P extends Record<string, TSchema>>(properties: P): TObject<P> {
  return Type.Object(properties, { additionalProperties: false });
}

const wireTypes: Readonly<Record<FieldTypeName, 'string' | 'integer' | 'number' | 'boolean'>> = {
  text: 'string',
  email: 'string',
  phone: 'string',
  ssn: 'string',
  taxId: 'string',
  zip: 'string',
  state: 'string',
  industry: 'string',
  date: 'string',
  count: 'integer',
  years: 'integer',
  money: 'integer',
  percent: 'number',
  yesNo: 'boolean',
  consent: 'boolean',
  choice: 'string',
  person: 'string',
  file: 'string',
};

function described(field: Field): string {
  const rules = field.rules.map(({ kind, ...limits }) => {
    const named = Object.values(limits).filter((value) => value !== undefined);
    return named.length > 0 ? `${kind} ${JSON.stringify(named.length === 1 ? named[0] : named)}` : kind;
  });
  const options = optionsOf(field).length > 0 ? ` One of: ${optionsOf(field).join(', ')}.` : '';
  return `${wireTypes[field.type]} or null.${options} Rules: ${rules.join('; ')}.`;
}

type SentFields<Fs> = { [K in keyof AnswersOf<Fs>]: TOptional<TUnsafe<unknown>> };

/** The fields of a record as they are sent: none is needed, and each is any JSON. */
export function sentFields<Fs extends Fields>(fields: Fs): SentFields<Fs> {
  const properties = Object.entries(fields).map(([key, field]) => [
    key,
    Type.Optional(Type.Unsafe<unknown>({ description: described(field) })),
  ]);
  return Object.fromEntries(properties) as SentFields<Fs>;
}

/** A record as it is sent: any of its fields, each any JSON. Other names are refused. */
export function sentRecord<Fs extends Fields>(fields: Fs): TObject<SentFields<Fs>> {
  return exactly(sentFields(fields));
}

/** A record as it is read back: masked answers only as their last four (D37, D41). */
export function readRecord<Fs extends Fields>(fields: Fs): TUnsafe<ReadBackOf<Fs>> {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([key, field]) =>
      field.sensitive === 'masked'
        ? [`${key}Last4`, { type: ['string', 'null'] }]
        : [key, { type: [wireTypes[field.type], 'null'] }],
    ),
  );
  const stored = Type.Array(Type.String(), {
    description: 'Answers that an earlier session gave: kept, not read back (D55)',
  });
  return Type.Unsafe<ReadBackOf<Fs>>({
    type: 'object',
    properties: { ...properties, stored },
    additionalProperties: false,
  });
}
