/** The HTTP server: guards in order, one error handler, every route listed here. */
import { isUtf8 } from 'node:buffer';
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { problemCodes } from '../api/problem.ts';
import type { Api } from './api-types.ts';
import { refuseBrokenRequest } from './broken-request.ts';
import { requestFields } from './logging.ts';
import type { Metrics } from './metrics.ts';
import { apiDescription, refusals } from './openapi.ts';
import { problemBody, Refusal } from './problem.ts';
import { agreementRoutes } from './routes/agreements.ts';
import { applicationRoutes } from './routes/application.ts';
import { documentRoutes } from './routes/documents.ts';
import { healthRoutes } from './routes/health.ts';
import { personnelRoutes } from './routes/personnel.ts';
import { placesRoutes } from './routes/places.ts';
import {
  mayWrite,
  readOrigin,
  requireOwnOrigin,
  requireProgram,
  requireSession,
} from './routes/request-context.ts';
import { startRoutes } from './routes/start.ts';
import { inMemoryLimit } from './security/in-memory-limit.ts';
import type { Services } from './services.ts';
import { beginAnswer, checkMillis, silenceMillis, slowestMillis, watchBody } from './slow-bodies.ts';
import { isUnavailable } from './store/unavailable.ts';
import { uuidv7 } from './store/uuid.ts';
import type { Tracing } from './tracing.ts';

/** Largest JSON body in bytes (api "Headers"). */
const largestJson = 64 * 1024;

/** Ordinary writes of one session per minute, on this node (D47). */
const writesPerMinute = 600;
const rememberedSessions = 50_000;

/** Seconds after which a client may try again when the store cannot be reached. */
const unavailableRetryAfter = 5;

/** What a refusal by Fastify or one of its plugins means in our codes; anything else is our own fault. */
function asRefusal(error: FastifyError | Refusal): Refusal {
  if (error instanceof Refusal) return error;
  if (isUnavailable(error))
    return new Refusal('unavailable', 'Not available at the moment. Try again soon.', {
      retryAfter: unavailableRetryAfter,
    });
  if (error.statusCode === 413) return new Refusal('payload_too_large', 'The body is too large.');
  if (error.statusCode === 415)
    return new Refusal('unsupported_media_type', 'The body has another content type than it may.');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new Refusal('invalid_request', 'The request is malformed.');
  return new Refusal('internal_error', 'Something went wrong on our side.');
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter);
  return reply
    .code(problemCodes[refusal.code].status)
    .header('x-request-id', request.id)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(problemBody(refusal, request.id));
}

/** Builds the server around its services. `page` serves every GET that is neither API nor asset. */
export async function buildApp(
  services: Services,
  log: FastifyBaseLogger,
  options: {
    readonly page?: (app: Api) => Promise<void>;
    readonly isDraining?: () => boolean;
    readonly metrics?: Metrics;
    readonly tracing?: Tracing | undefined;
  } = {},
): Promise<Api> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => uuidv7(),
    bodyLimit: largestJson,
    // How long a body may take follows from its size: `watchBody`.
    requestTimeout: 0,
    connectionTimeout: silenceMillis,
    http: {
      headersTimeout: slowestMillis,
      connectionsCheckingInterval: checkMillis,
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false } },
    exposeHeadRoutes: true,
    clientErrorHandler: refuseBrokenRequest,
    frameworkErrors: (error, request, reply) => {
      sendProblem(request, reply, asRefusal(error));
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    if (bytes.length === 0) return done(null, undefined);
    // What is no JSON counts as null, which no call takes, so that it is refused in its turn: the body comes last (api).
    if (!isUtf8(bytes)) return done(null, null);
    parseJson(request, bytes.toString('utf8'), (error, json) => done(null, error ? null : json));
  });

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = asRefusal(error);
    if (refusal.code === 'internal_error' || refusal.code === 'unavailable') {
      request.log.error(error);
      options.tracing?.noteFailure(request, error);
    }
    return sendProblem(request, reply, refusal);
  });
  options.tracing?.traceRequests(app, services.settings);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: services.settings.publicUrlScheme === 'https' && { maxAge: 31_536_000 },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    watchBody(request.raw, reply.raw);
    readOrigin(services, request);
  });
  app.addHook('onSend', async (request, reply) => {
    beginAnswer(request.raw);
    // Whoever keeps a connection would else send the next call into one that is about to be closed (F4).
    if (options.isDraining?.()) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    const fields = requestFields(request, reply);
    request.log.info(fields, 'request');
    options.metrics?.observe(fields);
  });

  await app.register(swagger, apiDescription);
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: true });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  healthRoutes(app, services, options.isDraining ?? (() => false));
  await app.register(async (api) => apiRoutes(api as unknown as Api, services), { prefix: '/api/v1' });
  await options.page?.(app);
  return app;
}

/** Everything under /api/v1, behind its guards in the order of api: host, origin, session, room on the disk. */
async function apiRoutes(api: Api, services: Services): Promise<void> {
  const writeLimit = inMemoryLimit({
    max: writesPerMinute,
    windowMillis: 60_000,
    factor: services.settings.limitsFactor,
    maxKeys: rememberedSessions,
    now: () => performance.now(),
  });
  api.addHook('onRoute', (route) => {
    route.attachValidation = true;
    if (route.schema) route.schema.response = { ...(route.schema.response ?? {}), ...refusals };
  });
  api.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    requireProgram(services, request);
    requireOwnOrigin(request);
    if (request.is404) return;
    await requireSession(services, writeLimit, request);
    if (mayWrite(request) && !(await services.database.hasRoom()))
      throw new Refusal('unavailable', 'Not available at the moment. Try again soon.', {
        retryAfter: unavailableRetryAfter,
      });
  });
  api.setNotFoundHandler((request, reply) =>
    sendProblem(request, reply, new Refusal('resource_not_found', 'There is no such call.')),
  );
  startRoutes(api, services);
  applicationRoutes(api, services);
  personnelRoutes(api, services);
  await api.register(async (documents) => documentRoutes(documents as unknown as Api, services));
  agreementRoutes(api, services);
  placesRoutes(api);
}
