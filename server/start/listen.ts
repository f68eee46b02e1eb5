/** Makes the server listen on every address of its host, and stop doing so. */
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { createServer, Server as Listener } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Api } from '../http/api-types.ts';

/** The addresses to listen on: of `localhost` both that of IPv4 and that of IPv6, where it has both. */
export async function addressesOf(host: string): Promise<readonly string[]> {
  if (host !== 'localhost') return [host];
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

/**
 * Listens on the first address, or rejects, and on the others where that can be done. Fastify would open a second HTTP
 * server for the others, without our handling of broken requests and our time limits; here their connections are passed
 * to the one server.
 * @returns The listeners of the other addresses, to be closed with the server.
 */
export async function listen(
  app: Api,
  port: number,
  [first, ...others]: readonly string[],
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<readonly Server[]> {
  const told = { listenTextResolver: () => 'Listening' };
  await app.listen({ port, ...(first !== undefined && { host: first }), ...told });
  const { port: taken } = app.server.address() as AddressInfo;
  const doors: Server[] = [];
  for (const host of others) {
    // As Node sets them for HTTP.
    const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      app.server.emit('connection', socket),
    );
    try {
      door.listen({ port: taken, host });
      await once(door, 'listening');
      doors.push(door);
    } catch (error) {
      log.warn(error, 'the server does not listen on every address of its host');
    }
  }
  return doors;
}

/** Longest wait for a quiet moment, and what is one: a turn of the event loop that ends this soon, in milliseconds. */
const quietWithinMillis = 2_000;
const quietTurnMillis = 1;

/**
 * Resolves in a moment in which nothing waits to be read: the kernel resets a connection that is closed before its bytes are read, or
 * that nobody has accepted, and with it the call that a balancer has just sent.
 */
async function quietMoment(servers: readonly Listener[]): Promise<void> {
  let hasCome = false;
  const note = () => {
    hasCome = true;
  };
  for (const server of servers) server.on('connection', note);
  const until = performance.now() + quietWithinMillis;
  for (let isQuiet = false; !isQuiet && performance.now() < until; ) {
    hasCome = false;
    const begun = performance.now();
    await nextTurn();
    isQuiet = !hasCome && performance.now() - begun < quietTurnMillis;
  }
  for (const server of servers) server.off('connection', note);
}

/**
 * Takes no new connections, and keeps those there are for so many milliseconds, also unused ones: a balancer may be sending a call into
 * one at any moment. Then closes those that are unused.
 */
export async function stopListening(app: Api, doors: readonly Listener[], keptMillis: number): Promise<void> {
  const servers = [app.server, ...doors];
  await quietMoment(servers);
  // That of an HTTP server would close the unused connections, too.
  const closed = servers.map((server) => new Promise((end) => Listener.prototype.close.call(server, end)));
  await Promise.race([Promise.all(closed), pause(keptMillis)]);
  await quietMoment([]);
  app.server.closeIdleConnections();
}
