/** The OpenAPI document at /openapi.json: the routes' own schemas, and what they have in common (api "Headers"). */
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import { ProblemDetails } from '../../api/error.ts';
import type { Api } from './api-types.ts';
import { type EncodedBody, encoded, sendEncoded } from './encoded-body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The multipart body, which the route itself reads and checks. */
    readonly upload?: TSchema;
  }
}

const about = `How a small-business owner’s application is kept and passed on.

The program is found by the Host header. Every answer carries X-Request-Id, that of our own proxy where it sent one; those about an application or a person \
carry the ETag of its row. A call that changes something is refused with a Sec-Fetch-Site other than same-origin or \
none, and with an Origin that is not the host’s. Unknown fields are refused, never dropped.

An application, call by call: start a session, and send its webSessionId and its cookie with every call that follows. \
Create the application with the disclosures shareInformation and authority; add the applicant, then each owner, by \
POST /personnel; name the applicant’s id as guarantorId where a guarantor is required. Read each agreement, and agree \
to the version that was read: esign, terms, guarantor where there is one, controlling-party. Submit.`;

/** The error response of every call (RFC 9457). */
const apiError = {
  description: 'Refused; `code` says why',
  content: { 'application/problem+json': { schema: ProblemDetails } },
};

/** The error responses of any call. */
export const apiErrors = { '4xx': apiError, '5xx': apiError };

/** How a call proves its session, by where its route takes it from; both parts are needed. */
const security = {
  header: [{ webSessionId: [], sessionCookie: [] }],
  query: [{ webSessionIdInQuery: [], sessionCookie: [] }],
  none: [],
} as const;

/** What each group of calls is about, by the first part of their paths. */
const groups: Readonly<Record<string, string>> = {
  health: 'Probes of a node, at any host',
  apply: 'A session: its start, its life and its end',
  application: 'The application of a session, from its first answers to the submit',
  personnel: 'The people of an application: its applicant, owners and authorized users',
  document: 'Documents that prove the business',
  agreement: 'The agreements, to read and to keep',
  places: 'Addresses, as they are typed',
};

export const apiDescription: FastifyDynamicSwaggerOptions = {
  openapi: {
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
        sessionCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-session-{first 8 of webSessionId}',
          description: 'Set by a start. Over plain http without the prefix __Host-.',
        },
      },
    },
  },
  transform: ({ schema, url, route }) => {
    const { session = 'header', upload } = route.config ?? {};
    const described: FastifySchema = {
      ...schema,
      tags: Object.keys(groups).filter((group) => `${url.replace('/api/v1', '')}/`.startsWith(`/${group}/`)),
      security: security[session],
      ...(upload && { body: upload, consumes: ['multipart/form-data'] }),
    };
    return { url, schema: described };
  },
};

/** Serves it. It is the same for everyone, so it is made once, when it is first asked for. */
export function apiDescriptionRoute(app: Api): void {
  let made: Promise<EncodedBody> | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    made ??= encoded(JSON.stringify(app.swagger()));
    return sendEncoded(request, reply.type('application/json; charset=utf-8'), await made);
  });
}

/** What `/docs` may do: as the page, no more than its own files ask for. */
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

/** Serves the description as a page at `/docs`. Its library is loaded only then. */
export async function registerDocs(app: Api): Promise<void> {
  const { default: swaggerUi } = await import('@fastify/swagger-ui');
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: docsPolicy });
}
