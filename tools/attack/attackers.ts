/**
 * Connections of attackers: each from an address of its own unless it is named, all of them on loopback, so that what
 * bounds a single address does not stand in for what bounds all of them.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

let addresses = 0;

/** A loopback address that nobody has used yet. */
export function freshAddress(): string {
  addresses += 1;
  return `127.${1 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** A connection of an attacker, who takes no notice of errors. */
export interface Attacker {
  readonly socket: Socket;
  /** Milliseconds from the opening, or from `restart`, until the server closed it; undefined while it is open. */
  readonly heldMillis: () => number | undefined;
  readonly closed: Promise<void>;
  /** Counts from now on: until now the client was no slower than others. */
  readonly restart: () => void;
}

/** Opens a connection. Until `resume` is called on its socket nothing is read from it. */
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

/** Opens many at once. */
export function openMany(port: number, count: number): Promise<readonly Attacker[]> {
  return Promise.all(Array.from({ length: count }, () => open(port)));
}

/** Ends connections from the attackers' side. */
export function endAll(attackers: readonly Attacker[]): void {
  for (const { socket } of attackers) socket.destroy();
}

/** Resolves when the server has closed every connection, or after a time. Reads what it sends from now on. */
export async function closedWithin(attackers: readonly Attacker[], millis: number): Promise<void> {
  const late = new AbortController();
  for (const { socket } of attackers) socket.resume();
  const all = Promise.all(attackers.map(({ closed }) => closed));
  await Promise.race([all, pause(millis, undefined, { signal: late.signal })]);
  late.abort();
}

/** The statuses of the responses that a text begins with. */
export function statusesIn(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

/** How a single call of an attacker or of an honest client ended. */
export interface Answer {
  /** Undefined if there was none. */
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

const noAnswer: Answer = { status: undefined, headers: {}, body: Buffer.alloc(0) };

/** Makes one call over a connection of its own. Never rejects. */
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
    // Node's own client refuses some of what is not HTTP.
    resolve(noAnswer);
  }
  return promise;
}

/** The headers of a session that was begun from an address. */
export async function sessionFrom(port: number, from: string): Promise<Readonly<Record<string, string>>> {
  const { status, headers, body } = await call(port, 'POST', '/api/v1/apply/start', { from });
  if (status !== 200) throw new Error(`A session could not be begun: ${status}.`);
  const { webSessionId } = JSON.parse(body.toString()) as { webSessionId: string };
  const [cookie = ''] = headers['set-cookie'] ?? [];
  return { 'x-web-session-id': webSessionId, cookie: cookie.split(';')[0] ?? '' };
}
