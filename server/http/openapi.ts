/** Builds the OpenAPI document at /openapi.json from the routes' schemas and the program's limits (docs/api.md, "Headers"). */
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import swagger from '@fastify/swagger';
import type { FastifyContextConfig, FastifyRequest, FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import { ProblemDetails } from '../../api/error.ts';
import { wholeOf } from '../../api/shape.ts';
import { baseForm, type Form } from '../../form/fields/form.ts';
import { programForHost } from '../programs/programs.ts';
import type { Groundwork } from '../services.ts';
import type { Api } from './api-types.ts';
import { eachOnce, encoded, sendEncoded } from './encoded-body.ts';
import { withNamedSchemas } from './named-schemas.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The schema of a multipart body, for the OpenAPI document only. The route itself parses and checks the body. */
    readonly upload?: TSchema;
    /** Returns the body's schema with a form's rules, for OpenAPI only. The route's own schema checks only names and shapes. */
    readonly describedBody?: DescribedBody;
  }
}

/** Returns a route's options: its name and summary in the OpenAPI document, its schemas, and its settings for the guards. */
export function operation<S extends FastifySchema>(
  operationId: string,
  summary: string,
  { config = {}, ...schema }: S & { readonly config?: FastifyContextConfig },
) {
  return { config, schema: { operationId, summary, ...(schema as unknown as S) } };
}

const about = `Stores a small-business owner’s card application and delivers it to the bank.

The Host header selects the program. Every response carries X-Request-Id, which our own proxy may set; responses about an application or a person \
carry the ETag of its row. The server refuses a call that changes something if its Sec-Fetch-Site is neither same-origin nor \
none, or if its Origin is not the host’s. Unknown fields are refused, never dropped.

The descriptions of answers say what the requested program accepts, as a person would write it. White space around an answer does not count, \
and an answer of white space alone clears the field, as null does. The descriptions name the rules that no schema can express; the \
error of an answer that breaks a rule carries the rule’s name.

A session needs its webSessionId and the cookie that the start sets: __Host-session-{first 8 characters of webSessionId}, over plain \
http without the prefix __Host-. A browser sends it automatically; any other client sends back the name and value of Set-Cookie.

An application, call by call: start a session, and send its webSessionId and its cookie with every call that follows. \
Create the application with the disclosures shareInformation and authority; add the applicant, then each owner, by \
POST /personnel; set guarantorId to the applicant’s id if a guarantor is required. Read each agreement, and agree \
to the version that was read: esign, terms, guarantor if there is one, controlling-party. Submit.`;

const apiError = {
  description: 'Refused; `code` gives the reason',
  content: { 'application/problem+json': { schema: ProblemDetails } },
};

/** The error responses that every call may have (RFC 9457). */
export const apiErrors = { '4xx': apiError, '5xx': apiError };

/** Security requirements, by the place of a call's session id. They omit the cookie: OpenAPI can't express its varying name. */
const security = { header: [{ webSessionId: [] }], query: [{ webSessionIdInQuery: [] }], none: [] } as const;

/** The description of each group of calls, by the first segment of the calls' paths. */
const groups: Readonly<Record<string, string>> = {
  health: 'Health probes of a node, at any host',
  apply: 'A session: start, heartbeat and finish',
  application: 'The application of a session, from its first answers to the submit',
  personnel: 'The people of an application: its applicant, owners and authorized users',
  document: 'Documents that prove the business',
  agreement: 'The agreements, to read and to download',
  places: 'Address suggestions while a person types',
};

type DescribedBody = (form: Form) => TSchema;
type Openapi = NonNullable<FastifyDynamicSwaggerOptions['openapi']>;

const common: Openapi = {
  openapi: '3.1.0',
  info: {
    title: 'Commercial credit card application',
    version: '1',
    description: about,
    license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
  },
  servers: [{ url: '/', description: 'The host of a program' }],
  tags: Object.entries(groups).map(([name, description]) => ({ name, description })),
  components: {
    securitySchemes: {
      webSessionId: { type: 'apiKey', in: 'header', name: 'X-Web-Session-Id' },
      webSessionIdInQuery: { type: 'apiKey', in: 'query', name: 'session' },
    },
  },
};

/** The content security policy of `/docs`. The page may load only files of this server and `data:` images. */
const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves each program's OpenAPI document at `/openapi.json` and, with `API_DOCS`, at `/docs`. Call this before adding routes. */
export async function describeApi(app: Api, { settings, programs }: Groundwork): Promise<void> {
  const bodies = new Map<string, DescribedBody>();
  await app.register(swagger, {
    openapi: common,
    transform: ({ schema, url, route }) => {
      const { session = 'header', upload, describedBody } = route.config ?? {};
      if (describedBody && schema.operationId) bodies.set(schema.operationId, describedBody);
      const described: FastifySchema = {
        ...schema,
        ...(schema.body !== undefined && { body: wholeOf(schema.body) }),
        ...(schema.params !== undefined && { params: wholeOf(schema.params) }),
        tags: Object.keys(groups).filter((group) =>
          `${url.replace('/api/v1', '')}/`.startsWith(`/${group}/`),
        ),
        security: security[session],
        ...(upload && { body: upload, consumes: ['multipart/form-data'] }),
      };
      return { url, schema: described };
    },
  });
  const description = (form: Form) => documentFor(app.swagger() as Document, bodies, form);
  const formOf = ({ requestHost }: FastifyRequest) =>
    programForHost(programs, requestHost.name)?.form ?? baseForm;
  if (settings.apiDocs === 'on') {
    // Import this library only if it is needed, because most servers don't serve `/docs`.
    const { default: swaggerUi } = await import('@fastify/swagger-ui');
    await app.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: docsPolicy,
      transformSpecificationClone: false,
      transformSpecification: (_, request) => description(formOf(request)),
    });
  }
  const encodedFor = eachOnce((form: Form) => encoded(JSON.stringify(description(form))));
  app.get('/openapi.json', { schema: { hide: true } }, async (request, reply) =>
    sendEncoded(request, reply.type('application/json; charset=utf-8'), await encodedFor(formOf(request))),
  );
}

/** The parts of the Swagger plugin's document that this module reads. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}
type Operation = { readonly operationId?: string; requestBody?: object };

/** Returns the Swagger plugin's document with a form's rules in the request bodies, and with named schemas in `components`. */
function documentFor(common: Document, bodies: ReadonlyMap<string, DescribedBody>, form: Form): object {
  const document = structuredClone(common);
  for (const operation of Object.values(document.paths).flatMap(Object.values<Operation>)) {
    const body = bodies.get(operation.operationId ?? '');
    const content = body && { 'application/json': { schema: body(form) } };
    if (content) operation.requestBody = { ...operation.requestBody, content };
  }
  const { paths, schemas } = withNamedSchemas(document.paths);
  return { ...document, paths, components: { ...document.components, schemas } };
}
