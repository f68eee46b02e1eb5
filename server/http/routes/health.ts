/** Health, outside of the API and of the host rule (api "Around the API"). */
import type { Api } from '../api-types.ts';
import type { Services } from '../services.ts';

/** `isDraining` turns true once the server was asked to stop, before it does (F4). */
export function healthRoutes(app: Api, services: Services, isDraining: () => boolean): void {
  app.get('/health/live', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/health/ready', { schema: { hide: true } }, async (_request, reply) => {
    const ready = !isDraining() && (await services.database.ready());
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' });
  });
}
