/** The OpenAPI document at /openapi.json: the routes' own schemas, and what they have in common (api "Headers"). */
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import { ProblemDetails } from '../api/problem.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The multipart body, which the route itself reads and checks. */
    readonly upload?: TSchema;
  }
}

const about = `How a small-business owner’s application is kept and passed on.

The program is found by the Host header. Every answer carries X-Request-Id; those about an application or a person \
carry the ETag of its row. A call that changes something is refused with a Sec-Fetch-Site other than same-origin or \
none, and with an Origin that is not the host’s. Unknown fields are refused, never dropped.

An application, call by call: start a session, and send its webSessionId and its cookie with every call that follows. \
Create the application with the disclosures shareInformation and authority; add the applicant, then each owner, by \
POST /personnel; name the applicant’s id as guarantorId where a guarantor is required. Read each agreement, and agree \
to the version that was read: esign, terms, guarantor where there is one, controlling-party. Submit.`;

/** Every refusal of every call (RFC 9457). */
const refusal = {
  description: 'Refused; `code` says why',
  content: { 'application/problem+json': { schema: ProblemDetails } },
};

/** What any call may answer beside its own. */
export const refusals = { '4xx': refusal, '5xx': refusal };

/** How a call proves its session, by what its route wishes for; both parts are needed. */
const security = {
  header: [{ webSessionId: [], sessionCookie: [] }],
  query: [{ webSessionIdInQuery: [], sessionCookie: [] }],
  none: [],
} as const;

export const apiDescription: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: { title: 'Commercial credit card application', version: '1', description: about },
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
      security: security[session],
      ...(upload && { body: upload, consumes: ['multipart/form-data'] }),
    };
    return { url, schema: described };
  },
};
