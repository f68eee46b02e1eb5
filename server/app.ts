/** The HTTP server: guards in order, one error handler, every route listed here. */
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyError, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { ProblemDetails } from '../api/problem.ts';
import type { Api } from './api-types.ts';
import { loggerOptions, requestFields } from './logging.ts';
import { problemBody, Refusal } from './problem.ts';
import { agreementRoutes } from './routes/agreements.ts';
import { applicationRoutes } from './routes/application.ts';
import { documentRoutes } from './routes/documents.ts';
import { healthRoutes } from './routes/health.ts';
import { personnelRoutes } from './routes/personnel.ts';
import { placesRoutes } from './routes/places.ts';
import { readOrigin, requireOwnOrigin, requireProgram, requireSession } from './routes/request-context.ts';
import { startRoutes } from './routes/start.ts';
import { inMemoryLimit } from './security/in-memory-limit.ts';
import type { Services } from './services.ts';
import { isUnavailable } from './store/unavailable.ts';
import { uuidv7 } from './store/uuid.ts';

/** Largest JSON body in bytes (api "Headers"). */
const largestJson = 64 * 1024;

/** Ordinary writes of one session per minute, on this node (D47). */
const writesPerMinute = 600;

/** Seconds after which a client may try again when the store cannot be reached. */
const unavailableRetryAfter = 5;
