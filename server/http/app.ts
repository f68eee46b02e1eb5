/** Builds the HTTP server with its guards, one error handler, and every route. */
import { isUtf8 } from 'node:buffer';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, {
  type FastifyError,
  type FastifyReply,
  type FastifyRequest,
  type FastifyBaseLogger as Log,
  LogController,
} from 'fastify';
import { type ErrorCode, errorCodes } from '../../api/error.ts';
import { isAltered } from '../applications/audited-state.ts';
import { recordIgnoredForwarded } from '../db/queries/rate-limits.ts';
import { CallWait, inCall } from '../db/time-budget.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { newRequestId } from '../db/uuid.ts';
import { DocumentsUnavailable } from '../documents/store/bucket.ts';
import { ApiError, bodyTooLarge, errorBody, unavailable } from '../errors.ts';
import { requestIdOfProxy } from '../net/client-address.ts';
import { boundConnections, inPieces, isTooLong } from '../net/connections.ts';
import { requestFields } from '../observability/logging.ts';
import type { Metrics } from '../observability/metrics.ts';
import { eventOf, securityLog } from '../observability/security-events.ts';
import type { Tracing } from '../observability/tracing.ts';
import type { ResumeServices } from '../resume/resume-events.ts';
import { KeysUnavailable } from '../security/sealing.ts';
import type { Groundwork } from '../services.ts';
import { inMemoryLimit } from '../sessions/in-memory-limit.ts';
import type { Api } from './api-types.ts';
import { refuseBroken } from './broken-request.ts';
import { watchForwarded } from './guards/disbelieved-proxy.ts';
import { checkBodyHeaders, checkFraming, startsWithMark } from './guards/one-reading.ts';
import {
  mayWrite,
  readOrigin,
  requireOwnOrigin,
  requireProgram,
  requireSession,
} from './guards/request-context.ts';
import { namesTwice } from './json-keys.ts';
import { apiErrors, describeApi } from './openapi.ts';
import { addressSuggestionRoutes } from './routes/address-suggestions.ts';
import { agreementRoutes } from './routes/agreements.ts';
import { applicationRoutes } from './routes/application.ts';
import { documentRoutes } from './routes/documents.ts';
import { healthRoutes } from './routes/health.ts';
import { personnelRoutes } from './routes/personnel.ts';
import { resumeRoutes } from './routes/resume.ts';
import { startRoutes } from './routes/start.ts';
import { assetHeaders, securityHeaders } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the server is stopping. A stopping server still serves requests, but should get no new requests (F4). */
    isDraining: boolean;
  }
  interface FastifyRequest {
    /** The error code of an error response. */
    refusedFor?: ErrorCode;
    /** Measures how long the call waits for the database. These waits count toward the call's time budget. */
    callWait?: CallWait;
  }
}

/** The largest JSON body that a call accepts, in bytes (docs/api.md, "Headers"). */
const largestJson = 64 * 1024;

/**
 * Returns an `ApiError` unchanged. Returns `unavailable` if the database, the key service or the document store does not respond.
 * Converts an error of Fastify by its status, and any other error to `internal_error`.
 */
function asApiError(error: FastifyError | ApiError): ApiError {
  if (error instanceof ApiError) return error;
  if (isUnavailable(error) || error instanceof KeysUnavailable || error instanceof DocumentsUnavailable)
    return unavailable();
  const { statusCode = 500 } = error;
  if (statusCode === 413) return bodyTooLarge();
  if (statusCode === 415)
    return new ApiError('unsupported_media_type', 'The content type of the body is not supported.');
  if (statusCode >= 400 && statusCode < 500)
    return new ApiError('invalid_request', 'The request is malformed.');
  return new ApiError('internal_error', 'Something went wrong on our side.');
}

function sendError(request: FastifyRequest, reply: FastifyReply, apiError: ApiError): FastifyReply {
  request.refusedFor = apiError.code;
  if (apiError.retryAfter !== undefined) reply.header('retry-after', apiError.retryAfter);
  return reply
    .code(errorCodes[apiError.code].status)
    .header('x-request-id', request.id)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(errorBody(apiError, request.id));
}

/** Gives each call one time budget for all its waits for the database. The budget ends when the response begins (F5). */
function boundWaits(app: Api): void {
  app.addHook('onRequest', (request, _reply, done) => {
    request.callWait = new CallWait();
    inCall(request.callWait, done);
  });
  // Set the budget again: after the body parser, code may run in the connection's async context, which has no budget.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.callWait) inCall(request.callWait, done);
    else done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.callWait?.end();
    done();
  });
}

interface AppOptions {
  /** Registers the page: its assets, and its HTML document at every path that is not an API call. */
  readonly page?: (app: Api) => Promise<void>;
  readonly metrics?: Metrics;
  readonly tracing?: Tracing | undefined;
  readonly isClockRight?: () => Promise<boolean>;
}

/** Builds the server without routes. `noteIgnored` records an ignored X-Forwarded-For header, so `operator doctor` reports it. */
function bareApp(
  { settings }: Pick<Groundwork, 'settings'>,
  log: Log,
  options: AppOptions,
  noteIgnored: () => Promise<void> = async () => {},
): Api {
  const noteSecurityEvent = securityLog(log, options.metrics);
  const isHttps = settings.publicUrlScheme === 'https';
  const [headers, ofAssets] = [securityHeaders(isHttps), assetHeaders(isHttps)];
  const connections = boundConnections({
    most: settings.maxConnections,
    mostOfAddress: Math.max(1, Math.floor(settings.maxConnectionsPerAddress * settings.limitsFactor)),
    trusted: settings.trustedProxies,
    onCutOff: (reason) => noteSecurityEvent('connection_cut_off', { reason }),
  });
  const latestProbes = new Map<string, number>();
  function noteResponse(request: FastifyRequest, reply: FastifyReply): void {
    const fields = requestFields(request, reply);
    const { route, status, reason = '' } = fields;
    const { probe = false } = request.routeOptions.config;
    // Do not log a probe that succeeded if the previous probe on its route had the same status.
    const isRepeat = probe && status < 400 && latestProbes.get(route) === status;
    if (probe) latestProbes.set(route, status);
    if (!isRepeat) request.log.info(fields, 'request');
    options.metrics?.observe(fields);
    const event = eventOf(fields);
    if (event) noteSecurityEvent(event, { reason, route, requestId: request.id });
  }
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: (request) => requestIdOfProxy(settings.trustedProxies, request) ?? newRequestId(),
    bodyLimit: largestJson,
    serverFactory: connections.serve,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false } },
    exposeHeadRoutes: true,
    clientErrorHandler: refuseBroken(log, connections.openExchanges, headers),
    // Fastify runs no hooks for errors that it finds before routing, so this function sets the headers and writes the log line.
    frameworkErrors: (error, request, reply) => {
      sendError(request, reply.headers(headers), asApiError(error));
      noteResponse(request, reply);
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.decorate('isDraining', false);
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    if (bytes.length === 0) return done(null, undefined);
    // A body becomes null if it is not JSON, is not UTF-8, begins with a byte order mark, or contains an object with two members
    // of the same name. Every call refuses null after its other checks.
    if (!isUtf8(bytes) || startsWithMark(bytes)) return done(null, null);
    const text = bytes.toString('utf8');
    parseJson(request, text, (error, json) => done(null, error || namesTwice(text) ? null : json));
  });

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const apiError = asApiError(error);
    if (apiError.code === 'internal_error' || apiError.code === 'unavailable') {
      request.log.error(error);
      options.tracing?.noteFailure(request, error);
      if (isAltered(error))
        noteSecurityEvent('verification_failed', { reason: error.name, requestId: request.id });
    }
    return sendError(request, reply, apiError);
  });
  options.tracing?.traceRequests(app, settings);
  boundWaits(app);
  const noteForwarded = watchForwarded(settings, log, noteIgnored);
  app.addHook('onRequest', async (request, reply) => {
    noteForwarded(request.raw);
    // An asset has no id, because its headers count toward the bytes of the first screens (P1). An error about an asset has one.
    reply.headers(
      request.routeOptions.config.isAsset ? ofAssets : { ...headers, 'x-request-id': request.id },
    );
    readOrigin(settings, request);
    checkFraming(request.raw);
    if (isTooLong(request.raw)) throw bodyTooLarge();
  });
  app.addHook('preParsing', async (request) => {
    if (!request.is404) checkBodyHeaders(request.raw);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    // Close connections only after the server has stopped listening. Until then, a client would replace a closed connection with
    // a new one, and the server might stop listening before it accepts the new connection (F4).
    if (app.isDraining && !app.server.listening) reply.header('connection', 'close');
    if (!(payload instanceof Uint8Array) || request.method === 'HEAD') return payload;
    reply.header('content-length', payload.length);
    return inPieces(payload);
  });
  app.addHook('onResponse', async (request, reply) => noteResponse(request, reply));
  app.addHook('onClose', async () => connections.stop());
  return app;
}

/** Builds the server with all routes. */
export async function buildApp(services: ResumeServices, log: Log, options: AppOptions = {}): Promise<Api> {
  const app = bareApp(services, log, options, () => recordIgnoredForwarded(services.database));
  await describeApi(app, services);
  healthRoutes(app, services, options.isClockRight);
  await app.register(async (api) => apiRoutes(api as unknown as Api, services), { prefix: '/api/v1' });
  await options.page?.(app);
  return app;
}

/** Builds the server that runs until the store is open. It serves the probes and the page, and refuses API calls with 503. */
export async function buildWaitingApp(groundwork: Groundwork, log: Log, options: AppOptions): Promise<Api> {
  const app = bareApp(groundwork, log, options);
  healthRoutes(app, undefined);
  await app.register(
    async (api) => {
      api.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store');
        requireProgram(groundwork, request);
        requireOwnOrigin(request);
        throw unavailable();
      });
      // This scope has no routes. Fastify runs the hooks of such a scope only if it has a not-found handler.
      api.setNotFoundHandler(() => {});
    },
    { prefix: '/api/v1' },
  );
  await options.page?.(app);
  return app;
}

/** Registers all calls under /api/v1, and the checks of host, origin, session and disk space (docs/api.md, "Order of checks"). */
async function apiRoutes(api: Api, services: ResumeServices): Promise<void> {
  const factor = services.settings.limitsFactor;
  // Limits how many writes each session makes per minute on this node (D47).
  const writeLimit = inMemoryLimit({ max: 600, windowMillis: 60_000, factor, maxKeys: 50_000 });
  api.addHook('onRoute', (route) => {
    route.attachValidation = true;
    if (route.schema) route.schema.response = { ...(route.schema.response ?? {}), ...apiErrors };
  });
  api.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    requireProgram(services, request);
    requireOwnOrigin(request);
    if (request.is404) return;
    await requireSession(services, writeLimit, request);
    if (mayWrite(request) && !(await services.database.hasFreeSpace())) throw unavailable();
  });
  api.setNotFoundHandler((request, reply) =>
    sendError(request, reply, new ApiError('resource_not_found', 'There is no such call.')),
  );
  startRoutes(api, services);
  resumeRoutes(api, services);
  applicationRoutes(api, services);
  personnelRoutes(api, services);
  await api.register(async (documents) => documentRoutes(documents as unknown as Api, services));
  agreementRoutes(api, services);
  addressSuggestionRoutes(api);
}
