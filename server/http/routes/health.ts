/** Health, outside of the API and of the host rule (api "Around the API"). */

import type { Services } from '../../start/services.ts';
import type { Api } from '../api-types.ts';

/** `isDraining` becomes true when the server is told to stop, before it does (F4). */
export function healthRoutes(app: Api, services: Services, isDraining: () => boolean): void {
  const probe = { config: { probe: true }, schema: { hide: true } } as const;
  app.get('/health/live', probe, async () => ({ status: 'ok' }));
  app.get('/health/ready', probe, async (_request, reply) => {
    const { database, keys } = services;
    const ready = !isDraining() && (await database.ready()) && (await keys.wrapping.isReady());
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' });
  });
}
