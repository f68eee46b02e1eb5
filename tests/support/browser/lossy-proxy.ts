/** Simulates a slow mobile network between a browser and a server. The network can lose requests and become unavailable (F11). */
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { seededNumbers } from '../seeded-numbers.ts';

export interface LossyProxy {
  readonly port: number;
  /**
   * From now on, resets connections at random: `part` is the probability, from 0 to 1, that a request and its connection are
   * lost. Half of the lost requests never reach the server. The other half reach it, but their responses do not reach the
   * browser.
   */
  readonly lose: (part: number) => void;
  /** Silently drops all data until the caller calls the returned function, which also resets all connections. */
  readonly goAway: () => () => void;
  readonly close: () => Promise<void>;
}

/**
 * Starts a proxy on the loopback interface in front of a server on this machine.
 * @param delay Latency in each direction, in milliseconds.
 * @param bytesPerSecond Bandwidth that all responses share.
 */
export async function startLossyProxy(
  serverPort: number,
  { delay, bytesPerSecond }: { readonly delay: number; readonly bytesPerSecond: number },
): Promise<LossyProxy> {
  const random = seededNumbers(11);
  const sockets = new Set<Socket>();
  let lost = 0;
  let isAway = false;
  /** Time at which the next response can use the bandwidth. */
  let freeAt = 0;

  function pipe(from: Socket, to: Socket, deliverAt: (bytes: number) => number, onData: () => boolean): void {
    from.on('data', (data: Buffer) => {
      if (isAway) return;
      if (!onData()) return;
      setTimeout(
        () => {
          if (!isAway && !to.destroyed) to.write(data);
        },
        Math.max(0, deliverAt(data.length) - Date.now()),
      );
    });
    from.on('close', () => setTimeout(() => to.destroy(), delay));
    from.on('error', () => to.destroy());
  }

  const proxy = createServer((browser) => {
    const server = connect(serverPort, '127.0.0.1');
    for (const socket of [browser, server]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    let losesResponse = false;
    const cut = () => {
      browser.resetAndDestroy();
      server.destroy();
      return false;
    };
    pipe(
      browser,
      server,
      () => Date.now() + delay,
      () => {
        const chance = random();
        if (chance < lost / 2) return cut();
        losesResponse = chance < lost;
        return true;
      },
    );
    const inTurn = (bytes: number) => {
      freeAt = Math.max(freeAt, Date.now()) + (1000 * bytes) / bytesPerSecond;
      return freeAt + delay;
    };
    pipe(server, browser, inTurn, () => (losesResponse ? cut() : true));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));

  const dropAll = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (proxy.address() as AddressInfo).port,
    lose: (part) => {
      lost = part;
    },
    goAway: () => {
      isAway = true;
      return () => {
        isAway = false;
        dropAll();
      };
    },
    close: async () => {
      dropAll();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
