/** The health probes. They are not under /api/v1 and respond at any host (api "Around the API"). */
import type { FastifyReply } from 'fastify';
import { type Failing, HealthyNode, LiveNode, UnavailableNode } from '../../../api/health.ts';
import { buildInfo } from '../../config/build-info.ts';
import type { Services } from '../../services.ts';
import type { Api } from '../api-types.ts';
import { operation } from '../openapi.ts';

const config = { probe: true, session: 'none' } as const;
const readiness = { config, response: { 200: HealthyNode, 503: UnavailableNode } };
const calls = {
  live: operation('isLive', 'Whether the process lives, and which build it is', {
    config,
    response: { 200: LiveNode },
  }),
  ready: operation('isReady', 'Whether the node may get requests', readiness),
  database: operation('isDatabaseReady', 'Whether the database answers and takes writes', readiness),
};

/** The parts of a node's health that the server itself knows. */
export interface OwnHealth {
  /** Returns whether the server is stopping. A stopping server still serves requests, but should get no new ones (F4). */
  readonly isDraining?: () => boolean;
  /**
   * Resolves to whether this node's clock is close enough to the database's clock (F13). Rejects if the database does not
   * respond.
   */
  readonly isClockRight?: () => Promise<boolean>;
}

/**
 * Registers the three probes. While the database is unreachable, no node is ready, but all nodes are live. If the load balancer
 * routes to live nodes, applicants still get the page, and the page's calls get 503 with Retry-After.
 */
export function healthRoutes(
  app: Api,
  { database, keys }: Services,
  { isDraining, isClockRight = async () => true }: OwnHealth,
): void {
  registerProbes(app, {
    ready: async () => {
      if (isDraining?.()) return 'stopping';
      if (!(await database.ready())) return 'database';
      if (!(await isClockRight().catch(() => false))) return 'clock';
      return (await keys.wrapping.isReady()) ? undefined : 'keys';
    },
    database: async () => ((await database.takesWrites()) ? undefined : 'database'),
  });
}

/** Registers the probes of a server whose store is not open yet: only /health/live succeeds. */
export function waitingHealthRoutes(app: Api): void {
  const failing = async () => 'database' as const;
  registerProbes(app, { ready: failing, database: failing });
}

/** Registers the probes. Each function of `failing` returns why its probe fails, or undefined if the probe succeeds. */
function registerProbes(
  app: Api,
  failing: Readonly<Record<'ready' | 'database', () => Promise<Failing | undefined>>>,
): void {
  app.get('/health/live', calls.live, async () => ({ status: 'ok', ...buildInfo }) as const);
  app.get('/health/ready', calls.ready, async (_request, reply) => answer(reply, await failing.ready()));
  app.get('/health/database', calls.database, async (_request, reply) =>
    answer(reply, await failing.database()),
  );
}

function answer(reply: FastifyReply, failing: Failing | undefined): FastifyReply {
  return failing === undefined
    ? reply.send({ status: 'ok' })
    : reply.code(503).send({ status: 'unavailable', failing });
}
