/**
 * Connections of attackers, all on the loopback interface. Unless the caller passes an address, each connection comes from a new
 * address. With a single address, the limits per address could hide that the total number of connections has no limit.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

let addresses = 0;

/** Returns a loopback address that this process has not used yet. */
export function freshAddress(): string {
  addresses += 1;
  return `127.${1 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** A connection of an attacker. Errors on the connection are ignored. */
export interface Attacker {
  readonly socket: Socket;
  /**
   * Returns the milliseconds for which the connection was open, counted from its start or from the last `restart`. Returns
   * undefined while the connection is open.
   */
  readonly heldMillis: () => number | undefined;
  readonly closed: Promise<void>;
  /** Restarts the time measurement. Call it when the attacker begins to be slow. */
  readonly restart: () => void;
}

/** Opens a connection. Does not read the server's data until the caller calls `resume` on the connection's `socket`. */
export async function open(port: number, from = freshAddress()): Promise<Attacker> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  socket.pause();
  let since = performance.now();
  let held: number | undefined;
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      held = performance.now() - since;
      resolve();
    });
  });
  await once(socket, 'connect').catch(() => {});
  return {
    socket,
    closed,
    heldMillis: () => held,
    restart: () => {
      since = performance.now();
    },
  };
}

/** Opens this many connections at once. */
export function openMany(port: number, count: number): Promise<readonly Attacker[]> {
  return Promise.all(Array.from({ length: count }, () => open(port)));
}

/** Closes the connections from the client's side. */
export function endAll(attackers: readonly Attacker[]): void {
  for (const { socket } of attackers) socket.destroy();
}

/**
 * Resolves when the server has closed every connection, or after this many milliseconds. Until then, reads and discards the
 * server's data.
 */
export async function closedWithin(attackers: readonly Attacker[], millis: number): Promise<void> {
  const late = new AbortController();
  for (const { socket } of attackers) socket.resume();
  const all = Promise.all(attackers.map(({ closed }) => closed));
  await Promise.race([all, pause(millis, undefined, { signal: late.signal })]);
  late.abort();
}

/** The response to a call of an attacker or of an honest client. */
export interface Answer {
  /** The HTTP status; undefined if there was no response. */
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

const noAnswer: Answer = { status: undefined, headers: {}, body: Buffer.alloc(0) };

/** Makes a call over a new connection. Never rejects. */
export function call(
  port: number,
  method: string,
  path: string,
  how: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string | Buffer;
    readonly from?: string;
  } = {},
): Promise<Answer> {
  const { headers = {}, body, from = freshAddress() } = how;
  const { promise, resolve } = Promise.withResolvers<Answer>();
  try {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        localAddress: from,
        method,
        path,
        agent: false,
        timeout: 30_000,
        headers: { host: 'demo.localhost', ...headers },
      },
      (response) => {
        const pieces: Buffer[] = [];
        const { statusCode: status, headers: got } = response;
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.once('close', () => resolve({ status, headers: got, body: Buffer.concat(pieces) }));
      },
    );
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve(noAnswer));
    sent.end(body);
  } catch {
    // Node's HTTP client throws for some invalid input. In this case, the server gets no call.
    resolve(noAnswer);
  }
  return promise;
}

/** Starts a session from an address, and returns the request headers that identify it. */
export async function sessionFrom(port: number, from: string): Promise<Readonly<Record<string, string>>> {
  const { status, headers, body } = await call(port, 'POST', '/api/v1/apply/start', { from });
  if (status !== 200) throw new Error(`A session could not be started: ${status}.`);
  const { webSessionId } = JSON.parse(body.toString()) as { webSessionId: string };
  const [cookie = ''] = headers['set-cookie'] ?? [];
  return { 'x-web-session-id': webSessionId, cookie: cookie.split(';')[0] ?? '' };
}
