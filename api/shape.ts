/**
 * Pieces that the resources' schemas are made of. A schema can say more than the wire checks: the wire checks names and
 * shapes, and the code behind it every value (`docs/decisions/own-form-engine.md`). The OpenAPI document has the whole
 * schema, `namesOf` the part that the wire checks.
 */
import type { TObject, TSchema, TUnsafe } from 'typebox';
import Type from 'typebox';

/** Where a described schema keeps what the wire checks of it. No JSON shows a symbol. */
const checkedOnWire = Symbol('checked on the wire');

/** Where a schema that the wire checks keeps the described one. */
const describedAs = Symbol('described as');

/**
 * A schema that says more than the wire checks: `wire` is all that it checks, and the code behind it checks what the keywords
 * say.
 */
export function described<S extends TSchema>(wire: S, keywords: object): S {
  return { ...wire, ...keywords, [checkedOnWire]: wire };
}

/** Any JSON to the wire, described for those who call. */
export function checkedLater(keywords: object): TUnsafe<unknown> {
  return described(Type.Unsafe<unknown>({}), keywords);
}

/** A schema with a name of its own in the OpenAPI document. */
export function named<S extends TSchema>(title: string, schema: S): S {
  return { ...schema, title };
}

/**
 * What the wire checks of a body or of parameters: the names of the members, which are required, and which of them are
 * objects. What the members hold is left to the code behind it.
 */
export function namesOf<P extends Record<string, TSchema>>(schema: TObject<P>): TObject<P> {
  const properties = Object.entries(schema.properties).map(([key, member]) => [key, wireOf(member)]);
  return Object.assign({ ...schema, properties: Object.fromEntries(properties) }, { [describedAs]: schema });
}

/** The whole schema of which `namesOf` made one for the wire; any other schema as it is. */
export function wholeOf(schema: unknown): unknown {
  return typeof schema === 'object' && schema !== null && describedAs in schema
    ? schema[describedAs]
    : schema;
}

function wireOf(schema: TSchema): TSchema {
  if (checkedOnWire in schema) return schema[checkedOnWire] as TSchema;
  return 'properties' in schema ? namesOf(schema as TObject) : schema;
}

/** A text or null, in the one spelling that checking and writing answers both know. */
export const NullableString = Type.Unsafe<string | null>({ type: ['string', 'null'] });

/** A moment in time, ISO 8601 with `Z`. */
export const Moment = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });
export const NullableMoment = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' });

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

/** The id of a row. To the wire any text, because one that is no UUID is simply not found. */
export const Id = described(Type.String(), { format: 'uuid' });

/** The parameter of a path that names a row. */
export const IdParams = namesOf(exactly({ id: Id }));
