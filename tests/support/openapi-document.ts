/** Reads a server's OpenAPI document and its schemas. */
import type { ApiCall } from './every-call.ts';
import type { TestServer } from './test-server.ts';

/** The keywords of JSON Schema that tests read. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

export interface OpenapiDocument extends Readonly<Record<string, unknown>> {
  readonly info: { readonly license?: { readonly name: string }; readonly description?: string };
  readonly servers?: readonly { readonly url: string; readonly description?: string }[];
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, { readonly in: string; readonly name: string }>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Returns /openapi.json from a program's host, by default the host of the demo program. */
export async function openapiDocument({ app }: TestServer, host?: string): Promise<OpenapiDocument> {
  const response = await app.inject({
    url: '/openapi.json',
    ...(host !== undefined && { headers: { host } }),
  });
  return response.json();
}

/** Returns a schema with every reference replaced by its target. */
export function resolved(document: OpenapiDocument, schema: Schema): Schema {
  const replaced: unknown = JSON.parse(JSON.stringify(schema), (_, value: Schema) => {
    const name = value?.$ref?.replace('#/components/schemas/', '');
    return name === undefined ? value : resolved(document, document.components.schemas[name] ?? {});
  });
  return replaced as Schema;
}

export function operationOf(
  { paths }: OpenapiDocument,
  { method, route }: Pick<ApiCall, 'method' | 'route'>,
): Operation | undefined {
  return paths[`/api/v1${route}`]?.[method.toLowerCase()];
}

/**
 * Returns the schemas of a call's body, with references replaced. There is one schema for each alternative, and none if the call
 * has no body.
 */
export function bodiesOf(
  document: OpenapiDocument,
  call: Pick<ApiCall, 'method' | 'route'>,
): readonly Schema[] {
  const bodies = Object.values(operationOf(document, call)?.requestBody?.content ?? {});
  return bodies.flatMap(({ schema }) => {
    const body = resolved(document, schema);
    return body.oneOf ?? body.anyOf ?? [body];
  });
}
