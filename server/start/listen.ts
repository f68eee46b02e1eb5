/** Makes the server start and stop listening on every address of its host. */
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer, Server } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Api } from '../http/api-types.ts';

/** Returns the addresses to listen on. For `localhost`, returns its IPv4 address, its IPv6 address, or both if it has both. */
export async function addressesOf(host: string): Promise<readonly string[]> {
  if (host !== 'localhost') return [host];
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

/**
 * Listens on all addresses. Rejects if the first address fails, and only logs a warning if another address fails. Returns the
 * listeners of the other addresses. The caller must close them together with the server.
 */
export async function listen(
  app: Api,
  port: number,
  [first, ...others]: readonly string[],
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<readonly Server[]> {
  const firstHost = first !== undefined && { host: first };
  await app.listen({ port, ...firstHost, listenTextResolver: () => 'Listening' });
  const { port: taken } = app.server.address() as AddressInfo;
  const listeners: Server[] = [];
  for (const host of others) {
    // Fastify's own listeners for other addresses would lack our timeouts and our handling of malformed requests. Node's HTTP
    // server also sets `allowHalfOpen` and `noDelay` for its sockets.
    const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      app.server.emit('connection', socket),
    );
    try {
      listener.listen({ port: taken, host });
      await once(listener, 'listening');
      listeners.push(listener);
    } catch (error) {
      log.warn(error, 'the server does not listen on every address of its host');
    }
  }
  return listeners;
}

/** The maximum wait for a quiet turn of the event loop, in milliseconds. */
const quietWithinMillis = 1_000;
/** The maximum duration of a quiet turn of the event loop, in milliseconds. */
const quietTurnMillis = 1;

/**
 * Resolves after a turn of the event loop without new connections or much work, or after `quietWithinMillis`. Await it before
 * closing sockets: closing one that the server hasn't accepted or read would reset it, and a load balancer's call would be lost.
 */
async function quietMoment(servers: readonly Server[]): Promise<void> {
  let hasArrived = false;
  const note = () => {
    hasArrived = true;
  };
  for (const server of servers) server.on('connection', note);
  const until = performance.now() + quietWithinMillis;
  for (let isQuiet = false; !isQuiet && performance.now() < until; ) {
    hasArrived = false;
    const begun = performance.now();
    await nextTurn();
    isQuiet = !hasArrived && performance.now() - begun < quietTurnMillis;
  }
  for (const server of servers) server.off('connection', note);
}

/**
 * Stops accepting connections. Keeps idle connections open for `keptMillis`, because a load balancer may be about to use one, and
 * then closes them.
 */
export async function stopListening(app: Api, listeners: readonly Server[], keptMillis: number) {
  const servers = [app.server, ...listeners];
  await quietMoment(servers);
  // An HTTP server's own `close` would also close idle connections, so call the `close` of its base class.
  const closed = servers.map((server) => new Promise((end) => Server.prototype.close.call(server, end)));
  const isKept = await Promise.race([Promise.all(closed).then(() => false), pause(keptMillis, true)]);
  if (!isKept) return;
  await quietMoment([]);
  app.server.closeIdleConnections();
}
