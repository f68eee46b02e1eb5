/** The checks that every call under /api/v1 passes before its handler: host, origin, session (docs/api.md, "Order of checks"). */
import type { FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { errorText } from '../../../copy/sentences.ts';
import type { FieldError } from '../../../form/validation/validate.ts';
import type { Settings } from '../../config/settings.ts';
import { ApiError, invalidField, notValid, rateLimited } from '../../errors.ts';
import { forwardedAddress, headerValues, type Scheme } from '../../net/client-address.ts';
import { defaultCopy } from '../../programs/default-copy.ts';
import { type Program, programForHost } from '../../programs/programs.ts';
import type { Groundwork, Services } from '../../services.ts';
import type { InMemoryLimit } from '../../sessions/in-memory-limit.ts';
import { type Session, sessionInvalid, sessionOf } from '../../sessions/sessions.ts';
import { type Host, isOwnOrigin, isPlainTarget, readHost } from './host-and-origin.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Where the call sends the session id. `query` is for URLs that the browser itself opens, `none` for calls without a session.
     */
    readonly session?: 'header' | 'query' | 'none';
    /** Set on a route whose handler needs the application. The server then reads it together with the session. */
    readonly withApplication?: true;
    /** Set on a GET that stores a record of the call in the database. */
    readonly records?: true;
    /** Set on a probe, which a load balancer may send over HTTP/1.0 without a Host. */
    readonly probe?: true;
  }
  interface FastifyRequest {
    /** Set in every request, except in a probe without a Host. */
    requestHost: Host;
    scheme: Scheme;
    clientAddress: string;
    /** Set in every request under /api/v1. */
    program: Program;
    /** Set in every request to a route that needs a session. */
    session: Session;
  }
}

/** Reads the host, the client's address and the scheme of a request. Refuses a path or Host that no honest client sends (X6). */
export function readOrigin(settings: Settings, request: FastifyRequest): void {
  const host = readHost(request.raw.rawHeaders);
  if (!isPlainTarget(request.raw.url ?? '') || !(host || isHostlessProbe(request)))
    throw new ApiError('invalid_request', 'The request must have exactly one valid Host and a plain path.');
  if (host) request.requestHost = host;
  const { address, scheme } = forwardedAddress(settings, request.raw);
  request.clientAddress = address;
  request.scheme = scheme;
}

function isHostlessProbe({ raw, routeOptions }: FastifyRequest): boolean {
  const named = headerValues(raw.rawHeaders, 'host').length > 0;
  return routeOptions.config.probe === true && raw.httpVersion === '1.0' && !named;
}

/** Sets the program of the request's host (D20). Throws if no program has that host. */
export function requireProgram(services: Pick<Groundwork, 'programs'>, request: FastifyRequest): void {
  const program = programForHost(services.programs, request.requestHost.name);
  if (!program)
    throw new ApiError('domain_not_found', errorText(defaultCopy, 'domain', 404, request.requestHost.name));
  request.program = program;
}

/** Throws if a call that may write comes from a page of another origin (X5). */
export function requireOwnOrigin(request: FastifyRequest): void {
  const { method, requestHost: host, scheme } = request;
  if (!isOwnOrigin({ method, rawHeaders: request.raw.rawHeaders, host, scheme }))
    throw new ApiError('forbidden', 'Only the page itself may make this call.');
}

/** Returns whether a call writes to the database. GET and HEAD count as writing only on a route with `records`. */
export function mayWrite(request: FastifyRequest): boolean {
  return !['GET', 'HEAD'].includes(request.method) || request.routeOptions.config.records === true;
}

/** Sends the database's time in the header `X-Server-Time`, because proxies replace `Date` (docs/decisions/time.md). */
export function tellTime(reply: FastifyReply, moment: Date): void {
  reply.header('x-server-time', moment.toISOString());
}

/** Sets `request.session` if the route needs a session, and limits how often a session may write (D47). */
export async function requireSession(
  services: Services,
  writes: InMemoryLimit,
  request: FastifyRequest,
): Promise<void> {
  const { session: source = 'header', withApplication = false } = request.routeOptions.config;
  if (source === 'none') return;
  const webSessionId =
    source === 'query'
      ? (request.query as { session?: unknown }).session
      : request.headers['x-web-session-id'];
  if (typeof webSessionId !== 'string') throw sessionInvalid();
  request.session = await sessionOf(services, request.program, {
    webSessionId,
    cookies: request.headers.cookie,
    scheme: request.scheme,
    withApplication,
  });
  const wait = mayWrite(request) ? writes(request.session.id) : 0;
  if (wait > 0) throw rateLimited(wait);
}

/**
 * Returns the body. Throws `validation_failed` if a field's value does not match the schema, and `invalid_request` for any other
 * mismatch. The errors contain no values. Call it after the checks for 404 and 409 (docs/api.md, "Order of checks").
 */
export function checkedBody<T>({
  body,
  program,
  validationError: invalid,
}: Pick<FastifyRequest, 'program' | 'validationError'> & { readonly body: T }): T {
  if (!invalid) return body;
  const [first] = invalid.validation as readonly FastifySchemaValidationError[];
  const isField = invalid.validationContext === 'body' && first !== undefined && first.instancePath !== '';
  if (!isField || ofNames.includes(first.keyword)) throw new ApiError('invalid_request', invalid.message);
  throw notValid(program.copy, [fieldErrorOf(first)]);
}

/** The JSON Schema keywords that fail because a member is unknown or missing, not because its value is invalid. */
const ofNames = ['additionalProperties', 'required'];

function fieldErrorOf({ keyword, instancePath, params }: FastifySchemaValidationError): FieldError {
  const field = instancePath.slice(1).replaceAll('/', '.');
  return keyword === 'maxLength'
    ? { field, rule: { kind: keyword, max: Number(params['limit']) } }
    : invalidField(field);
}

/** Throws if a call that takes no body has one, because input must not be silently ignored. */
export function checkNoBody(request: { readonly body: unknown }): void {
  if (request.body !== undefined) throw new ApiError('invalid_request', 'This call takes no body.');
}
