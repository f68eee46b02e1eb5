/**
 * Builds the schemas of the API. The OpenAPI document shows a schema in full. A route checks only the names and shapes in a
 * schema (`namesOf`). The code behind the route checks every value (`docs/decisions/own-form-engine.md`).
 */
import Type, { type TBoolean, type TObject, type TSchema, type TUnsafe } from 'typebox';

/** The key under which a schema from `described` contains the part that routes check. JSON omits it, because it is a symbol. */
const checkedOnWire = Symbol('checked on the wire');

/** The key under which a schema from `namesOf` contains the full schema. */
const describedAs = Symbol('described as');

/** Returns the schema `wire` with keywords added for the OpenAPI document. Routes check only `wire`. */
export function described<S extends TSchema>(wire: S, keywords: object): S {
  return { ...wire, ...keywords, [checkedOnWire]: wire };
}

/** Returns a schema that accepts any JSON in a route. The keywords tell callers what the code behind the route accepts. */
export function checkedLater(keywords: object): TUnsafe<unknown> {
  return described(Type.Unsafe<unknown>({}), keywords);
}

/** Returns the schema with `title` as its name in the OpenAPI document. */
export function named<S extends TSchema>(title: string, schema: S): S {
  return { ...schema, title };
}

/** Returns the schema that routes check: a copy with `wire` in place of each member that `described` created, at any depth. */
export function namesOf<P extends Record<string, TSchema>>(schema: TObject<P>): TObject<P> {
  const properties = Object.entries(schema.properties).map(([key, member]) => [key, wireOf(member)]);
  return Object.assign({ ...schema, properties: Object.fromEntries(properties) }, { [describedAs]: schema });
}

/** Returns the full schema from which `namesOf` created this one. Returns any other schema unchanged. */
export function wholeOf(schema: unknown): unknown {
  return typeof schema === 'object' && schema !== null && describedAs in schema
    ? schema[describedAs]
    : schema;
}

function wireOf(schema: TSchema): TSchema {
  if (checkedOnWire in schema) return schema[checkedOnWire] as TSchema;
  return 'properties' in schema ? namesOf(schema as TObject) : schema;
}

/** The schema of a string or null, in the only form that both validation and serialization support. */
export const NullableString = Type.Unsafe<string | null>({ type: ['string', 'null'] });

/** The schema of a time in UTC: ISO 8601 with `Z`. */
export const Moment = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });
export const NullableMoment = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' });

/** The schema of a response without a body (204). */
export const NoContent = Type.Unsafe<undefined>({ type: 'null', description: 'Done' });

/** The header for calls that a client may repeat if it did not receive the response (docs/api.md, "Headers"). */
export const IdempotencyKey = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({ description: 'The server carries out calls with the same key once' }),
  ),
});

/** The header with the version of the row that the client read. If the row has changed since then, the call fails with 412. */
export const IfMatch = Type.Object({
  'if-match': Type.Optional(Type.String({ description: 'ETag of the row as it was read' })),
});

/** Returns the schema of an object with these properties and no others. */
export function exactly<P extends Record<string, TSchema>>(properties: P): TObject<P> {
  return Type.Object(properties, { additionalProperties: false });
}

/** Returns the schema of an object with booleans of these names and no other members. */
export function flags<Name extends string>(...names: readonly Name[]) {
  const properties = Object.fromEntries(names.map((name) => [name, Type.Boolean()]));
  return exactly(properties as Record<Name, TBoolean>);
}

/** Returns the schema of an object with these properties and no others. `title` is the schema's name in the OpenAPI document. */
export function object<P extends Record<string, TSchema>>(title: string, properties: P): TObject<P> {
  return named(title, exactly(properties));
}

/** The id of a row. Routes accept any text here, because an id that is not a UUID is simply not found. */
export const Id = described(Type.String(), { format: 'uuid' });

/** The path parameters of a call about one row. */
export const IdParams = namesOf(exactly({ id: Id }));
