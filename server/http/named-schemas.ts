/** Moves named schemas into `components.schemas` of an OpenAPI document and leaves a `$ref` in their place. */
type Members = Readonly<Record<string, unknown>>;

/** Returns the paths with a `$ref` for each named schema, and all named schemas. Throws if two different schemas share a name. */
export function withNamedSchemas(paths: unknown): { readonly paths: unknown; readonly schemas: Members } {
  const schemas = new Map<string, unknown>();

  function keep(name: string, schema: unknown): unknown {
    const kept = schemas.get(name) ?? schema;
    if (JSON.stringify(kept) !== JSON.stringify(schema)) throw new Error(`Two schemas are named ${name}.`);
    schemas.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  function referring(json: unknown): unknown {
    if (Array.isArray(json)) return json.map(referring);
    if (typeof json !== 'object' || json === null) return json;
    const members = Object.fromEntries(Object.entries(json).map(([key, member]) => [key, referring(member)]));
    // A `title` that is not a string is the schema of a property called `title`, not the schema's name.
    const { title } = members;
    return typeof title === 'string' ? keep(title, members) : members;
  }

  const referred = referring(paths);
  return { paths: referred, schemas: Object.fromEntries(schemas) };
}
