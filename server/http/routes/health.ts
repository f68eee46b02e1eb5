/** Health probes, outside the API and the host rule (api "Around the API"). */

import type { FastifyReply } from 'fastify';
import { type Failing, HealthyNode, LiveNode, UnavailableNode } from '../../../api/health.ts';
import { buildInfo } from '../../config/build-info.ts';
import type { Services } from '../../services.ts';
import type { Api } from '../api-types.ts';

const config = { probe: true, session: 'none' } as const;

const live = {
  config,
  schema: {
    operationId: 'isLive',
    summary: 'Whether the process lives, and which build it is',
    response: { 200: LiveNode },
  },
} as const;
const ready = {
  config,
  schema: {
    operationId: 'isReady',
    summary: 'Whether the node may get requests',
    response: { 200: HealthyNode, 503: UnavailableNode },
  },
} as const;
const databaseReady = {
  config,
  schema: {
    operationId: 'isDatabaseReady',
    summary: 'Whether the database answers and takes writes',
    response: { 200: HealthyNode, 503: UnavailableNode },
  },
} as const;

const isLive = async () => ({ status: 'ok', ...buildInfo }) as const;

/** The server's own state. */
export interface OwnHealth {
  /** Returns true once the server has been told to stop, before it stops (F4). */
  readonly isDraining: () => boolean;
  /** Resolves to whether this node's clock is close enough to the database's (F13). Rejects if the database cannot be asked. */
  readonly isClockRight: () => Promise<boolean>;
}

/**
 * Registers three probes, because their answers differ while the database is unreachable. No node is then ready, but a load
 * balancer that routes to live nodes still gets the page, and applicants get 503 with Retry-After.
 */
export function healthRoutes(app: Api, services: Services, own: OwnHealth): void {
  const { database, keys } = services;
  /** Returns why this node should not get requests; undefined if it should. */
  async function failing(): Promise<Failing | undefined> {
    if (own.isDraining()) return 'stopping';
    if (!(await database.ready())) return 'database';
    if (!(await own.isClockRight().catch(() => false))) return 'clock';
    return (await keys.wrapping.isReady()) ? undefined : 'keys';
  }

  app.get('/health/live', live, isLive);
  app.get('/health/ready', ready, async (_request, reply) => answer(reply, await failing()));
  app.get('/health/database', databaseReady, async (_request, reply) =>
    answer(reply, (await database.takesWrites()) ? undefined : 'database'),
  );
}

/** Registers the same probes while the store is not open: only /health/live succeeds. */
export function waitingHealthRoutes(app: Api): void {
  app.get('/health/live', live, isLive);
  app.get('/health/ready', ready, async (_request, reply) => answer(reply, 'database'));
  app.get('/health/database', databaseReady, async (_request, reply) => answer(reply, 'database'));
}

function answer(reply: FastifyReply, failing: Failing | undefined): FastifyReply {
  return failing === undefined
    ? reply.send({ status: 'ok' })
    : reply.code(503).send({ status: 'unavailable', failing });
}
