/** Moves named schemas into `components.schemas` of an OpenAPI document and leaves a `$ref` in their place. */

type Json = unknown;
type Members = Readonly<Record<string, Json>>;

const isObject = (json: Json): json is Members =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

/** Returns a schema's name, which is its `title`. A `title` that is not a string is the schema of a property called `title`. */
const nameOf = ({ title }: Members) => (typeof title === 'string' ? title : undefined);

/**
 * Returns the paths with a `$ref` in place of each named schema, and the named schemas, which also refer to each other by `$ref`.
 * Throws if two different schemas share a name.
 */
export function withNamedSchemas(paths: Json): { readonly paths: Json; readonly schemas: Members } {
  const schemas = new Map<string, Json>();

  function keep(name: string, schema: Json): Json {
    const kept = schemas.get(name) ?? schema;
    if (JSON.stringify(kept) !== JSON.stringify(schema)) throw new Error(`Two schemas are named ${name}.`);
    schemas.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  function referring(json: Json): Json {
    if (Array.isArray(json)) return json.map(referring);
    if (!isObject(json)) return json;
    const members = Object.fromEntries(Object.entries(json).map(([key, member]) => [key, referring(member)]));
    const name = nameOf(json);
    return name === undefined ? members : keep(name, members);
  }

  const referred = referring(paths);
  return { paths: referred, schemas: Object.fromEntries(schemas) };
}
