/** What every call under /api/v1 is asked before its handler runs, in the order of api: host, origin, session. */
import type { FastifyRequest } from 'fastify';
import { errorText } from '../../form/catalogue.ts';
import type { Scheme } from '../client-address.ts';
import { forwardedAddress } from '../client-address.ts';
import { Refusal } from '../problem.ts';
import { type Program, programForHost } from '../programs.ts';
import type { InMemoryLimit } from '../security/in-memory-limit.ts';
import type { Host } from '../security/request-guards.ts';
import { originFault, readHost, targetFault } from '../security/request-guards.ts';
import type { Session } from '../security/sessions.ts';
import { sessionInvalid, sessionOf } from '../security/sessions.ts';
import type { Services } from '../services.ts';

/** How a route wants its session: in the header, in the query where the browser itself opens it, or not at all. */
export type SessionWish = 'header' | 'query' | 'none';

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly session?: SessionWish;
    /** Set on a GET that records that it was asked. */
    readonly records?: true;
  }
  interface FastifyRequest {
    requestHost: Host;
    scheme: Scheme;
    clientAddress: string;
    /** Set on every route under /api/v1. */
    program: Program;
    /** Set on every route that wants a session. */
    session: Session;
  }
}

/** Reads who and where from a request of any route; refuses what no honest client sends (X6). */
export function readOrigin(services: Services, request: FastifyRequest): void {
  const fault = targetFault(request.raw.url ?? '');
  const host = readHost(request.raw.rawHeaders);
  if (fault || !host)
    throw new Refusal('invalid_request', 'The request needs one valid Host and a plain path.');
  request.requestHost = host;
  const { address, scheme } = forwardedAddress(services.settings, request.raw);
  request.clientAddress = address;
  request.scheme = scheme;
}

/** The program of the host that was asked (D20). */
export function requireProgram(services: Services, request: FastifyRequest): void {
  const program = programForHost(services.programs, request.requestHost.name);
  if (!program) throw new Refusal('domain_not_found', errorText('domain', 404, request.requestHost.name));
  request.program = program;
}

/** Refuses a change that another site asks for (X5). */
export function requireOwnOrigin(request: FastifyRequest): void {
  const { method, requestHost: host, scheme } = request;
  if (originFault({ method, rawHeaders: request.raw.rawHeaders, host, scheme }))
    throw new Refusal('forbidden', 'This may only be asked by the page itself.');
}

function webSessionIdOf(request: FastifyRequest, wish: SessionWish): string | undefined {
  if (wish === 'query') {
    const { session } = request.query as { session?: unknown };
    return typeof session === 'string' ? session : undefined;
  }
  const header = request.headers['x-web-session-id'];
  return typeof header === 'string' ? header : undefined;
}

/** Whether a call may write: every method but reading ones, and a GET that records that it was asked. */
export function mayWrite(request: FastifyRequest): boolean {
  return !['GET', 'HEAD'].includes(request.method) || request.routeOptions.config.records === true;
}

/** The session that the route wants, and a coarse limit on what it writes (D47). */
export async function requireSession(
  services: Services,
  writes: InMemoryLimit,
  request: FastifyRequest,
): Promise<void> {
  const wish = request.routeOptions.config.session ?? 'header';
  if (wish === 'none') return;
  const webSessionId = webSessionIdOf(request, wish);
  if (webSessionId === undefined) throw sessionInvalid();
  request.session = await sessionOf(services, request.program, {
    webSessionId,
    cookies: request.headers.cookie,
    scheme: request.scheme,
  });
  const wait = mayWrite(request) ? writes.take(request.session.id) : 0;
  if (wait > 0)
    throw new Refusal('rate_limited', `Too many requests. Try again in ${wait} seconds.`, {
      retryAfter: wait,
    });
}

/** The body, once existence and locks have been asked (api, "Checks run in this order"). */
export function checkedBody<T>(request: {
  readonly body: T;
  readonly validationError?: FastifyRequest['validationError'];
}): T {
  if (request.validationError) throw new Refusal('invalid_request', request.validationError.message);
  return request.body;
}

/** Refuses a body where the call takes none, at the same point as `checkedBody`: nothing that is sent is dropped. */
export function checkNoBody(request: { readonly body: unknown }): void {
  if (request.body !== undefined) throw new Refusal('invalid_request', 'This call takes no body.');
}
