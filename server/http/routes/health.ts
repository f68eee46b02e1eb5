/** The health probes. They are not under /api/v1, and also respond at a host without a program (docs/api.md, "Around the API"). */
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

/**
 * Registers the probes. `services` is undefined until the store is open. Without the database, nodes are live but not ready.
 * `isClockRight` resolves to whether this node's clock is close to the database's clock (F13), and rejects if the database does
 * not respond.
 */
export function healthRoutes(
  app: Api,
  services: Pick<Services, 'database' | 'keys'> | undefined,
  isClockRight: () => Promise<boolean> = async () => true,
): void {
  async function failing(): Promise<Failing | undefined> {
    if (app.isDraining) return 'stopping';
    if (!(await services?.database.ready())) return 'database';
    if (!(await isClockRight().catch(() => false))) return 'clock';
    return (await services?.keys.wrapping.isReady()) ? undefined : 'keys';
  }
  const respond = (reply: FastifyReply, failed: Failing | undefined) =>
    failed ? reply.code(503).send({ status: 'unavailable', failing: failed }) : reply.send({ status: 'ok' });

  app.get('/health/live', calls.live, async () => ({ status: 'ok', ...buildInfo }) as const);
  app.get('/health/ready', calls.ready, async (_request, reply) => respond(reply, await failing()));
  app.get('/health/database', calls.database, async (_request, reply) =>
    respond(reply, (await services?.database.takesWrites()) ? undefined : 'database'),
  );
}
