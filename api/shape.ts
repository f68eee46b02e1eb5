/**
 * Building blocks of the resources' schemas. The OpenAPI document shows the whole schema. The wire checks only names and shapes,
 * which `namesOf` returns, and the code behind it checks every value (`docs/decisions/own-form-engine.md`).
 */
import type { TBoolean, TObject, TSchema, TUnsafe } from 'typebox';
import Type from 'typebox';

/** Key of the part that the wire checks, in a described schema. JSON leaves symbols out. */
const checkedOnWire = Symbol('checked on the wire');

/** Key of the described schema, in a schema that the wire checks. */
const describedAs = Symbol('described as');

/** Returns a schema of which the wire checks only `wire`; the code behind it checks what the keywords say. */
export function described<S extends TSchema>(wire: S, keywords: object): S {
  return { ...wire, ...keywords, [checkedOnWire]: wire };
}

/** Returns a schema that accepts any JSON on the wire, described for callers. */
export function checkedLater(keywords: object): TUnsafe<unknown> {
  return described(Type.Unsafe<unknown>({}), keywords);
}

/** Returns a schema with its own name in the OpenAPI document. */
export function named<S extends TSchema>(title: string, schema: S): S {
  return { ...schema, title };
}

/** Returns the part of a schema that the wire checks: the names of the members, which are required, and which are objects. */
export function namesOf<P extends Record<string, TSchema>>(schema: TObject<P>): TObject<P> {
  const properties = Object.entries(schema.properties).map(([key, member]) => [key, wireOf(member)]);
  return Object.assign({ ...schema, properties: Object.fromEntries(properties) }, { [describedAs]: schema });
}

/** Returns the whole schema behind one that `namesOf` made, and any other schema unchanged. */
export function wholeOf(schema: unknown): unknown {
  return typeof schema === 'object' && schema !== null && describedAs in schema
    ? schema[describedAs]
    : schema;
}

function wireOf(schema: TSchema): TSchema {
  if (checkedOnWire in schema) return schema[checkedOnWire] as TSchema;
  return 'properties' in schema ? namesOf(schema as TObject) : schema;
}

/** A string or null, in the only form that both validation and serialization support. */
export const NullableString = Type.Unsafe<string | null>({ type: ['string', 'null'] });

/** A moment in time, ISO 8601 with `Z`. */
export const Moment = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });
export const NullableMoment = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' });

/** A response without a body, 204. */
export const NoContent = Type.Unsafe<undefined>({ type: 'null', description: 'Done' });

/** The header of a call that may be repeated after a lost response (api "Headers"). */
export const IdempotencyKey = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({ description: 'The server carries out calls with the same key once' }),
  ),
});

/** The header of a change that is based on a version that was read. */
export const IfMatch = Type.Object({
  'if-match': Type.Optional(Type.String({ description: 'ETag of the row as it was read' })),
});

/** Returns the schema of an object with these properties and no others. */
export function exactly<P extends Record<string, TSchema>>(properties: P): TObject<P> {
  return Type.Object(properties, { additionalProperties: false });
}

/** Returns the schema of an object with these booleans and no other members. */
export function flags<Name extends string>(...names: readonly Name[]) {
  const properties = Object.fromEntries(names.map((name) => [name, Type.Boolean()]));
  return exactly(properties as Record<Name, TBoolean>);
}

/** Returns the schema of an object with its own name in the OpenAPI document, with these properties and no others. */
export function object<P extends Record<string, TSchema>>(title: string, properties: P): TObject<P> {
  return named(title, exactly(properties));
}

/** The id of a row. The wire accepts any text, because an id that is no UUID is simply not found. */
export const Id = described(Type.String(), { format: 'uuid' });

/** The path parameter that names a row. */
export const IdParams = namesOf(exactly({ id: Id }));
