/** Makes the server listen on every address of its host. */
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { createServer } from 'node:net';
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
