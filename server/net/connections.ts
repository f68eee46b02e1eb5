/** Limits connections, pipelined requests and unsent response bytes in memory, and cuts off slow clients (X18, F9). */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { addressForLimits, clientAddress, isFromProxy, type Ranges } from './client-address.ts';

/** A request with its response. */
export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

/** The possible reasons for closing a connection. */
export const cutOffs = [
  'too_many_connections',
  'too_many_requests_ahead',
  'slow_body',
  'endless_body',
  'unread',
] as const;
export type CutOff = (typeof cutOffs)[number];

interface ConnectionBounds {
  readonly most: number;
  /** The maximum number of connections from one IP address. Trusted proxies have no such limit: they serve many clients. */
  readonly mostOfAddress: number;
  readonly trusted: Ranges;
  /** Called for each connection that is closed for exceeding a limit. */
  readonly onCutOff: (reason: CutOff) => void;
}

/** The maximum number of pipelined requests that wait for an earlier response. Browsers and proxies never pipeline. */
const mostAhead = 8;

/**
 * Milliseconds within which a client must send its headers, send the next `leastOfBody` bytes of a body, or read some of a
 * response. Checked up to 2 s late.
 */
export const slowestMillis = 13_000;

/** Milliseconds between two checks of a connection. */
export const checkMillis = 1_000;

const checksInWindow = slowestMillis / checkMillis;

/**
 * The minimum bytes of a body in any 13 seconds (4 KB a second). The period is that long because even a fast phone may lose its
 * network for 6 to 12 seconds.
 */
export const leastOfBody = 52 * 1024;

/** The maximum size of a body, in bytes: enough for the largest document with its multipart form around it. */
export const largestBody = 11 * 1024 * 1024;

/** Size in bytes of the pieces of a large response. A client that reads no whole piece in 13 seconds counts as not reading. */
const pieceBytes = 16 * 1024;

const mostWaiting = 64 * 1024 * 1024;

/** The limits that Node enforces. The time per request is unlimited, because `check` limits how slowly a body may arrive. */
const httpOptions = {
  headersTimeout: slowestMillis,
  requestTimeout: 0,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: checkMillis,
  requireHostHeader: false,
};

type Phase = 'receiving' | 'sending' | 'working';

type Exchanging = Exchange & { readonly receivedBefore: number };

interface Connection {
  readonly socket: Socket;
  readonly exchanges: Exchanging[];
  progress: Progress;
}

/** The total bytes received or sent, as of each check in the last 13 seconds. Starts empty for each exchange and each phase. */
interface Progress {
  readonly of: Exchange | undefined;
  readonly phase: Phase;
  readonly atChecks: number[];
}

const noProgress: Progress = { of: undefined, phase: 'working', atChecks: [] };

export type Connections = ReturnType<typeof boundConnections>;

/** Limits the connections of HTTP servers, which `serve` creates. The limits apply to the connections of all servers together. */
export function boundConnections(bounds: ConnectionBounds) {
  const known = new WeakMap<Socket, Connection>();
  /** The connections without a request in progress, longest idle first. */
  const unused = new Set<Connection>();
  const used = new Set<Connection>();
  const byAddress = new Map<string, Set<Connection>>();

  function cutOff({ socket }: Connection, reason: CutOff): void {
    if (socket.destroyed) return;
    socket.destroy();
    bounds.onCutOff(reason);
  }

  /** Closes the first idle connection of `among`. The newest connection is always idle, because it has sent no request yet. */
  function evictIdle(among: ReadonlySet<Connection>): void {
    for (const connection of among)
      if (unused.delete(connection)) {
        cutOff(connection, 'too_many_connections');
        return;
      }
  }

  function accept(socket: Socket): void {
    const connection: Connection = { socket, exchanges: [], progress: noProgress };
    const hops = { peer: socket.remoteAddress, rawHeaders: [], trusted: bounds.trusted };
    const address = isFromProxy(hops) ? undefined : addressForLimits(clientAddress(hops));
    known.set(socket, connection);
    unused.add(connection);
    const same = address === undefined ? undefined : (byAddress.get(address) ?? new Set<Connection>());
    if (address !== undefined && same) byAddress.set(address, same.add(connection));
    socket.once('close', () => {
      unused.delete(connection);
      used.delete(connection);
      same?.delete(connection);
      if (address !== undefined && same?.size === 0) byAddress.delete(address);
    });
    if (same && same.size > bounds.mostOfAddress) evictIdle(same);
    if (unused.size + used.size > bounds.most) evictIdle(unused);
  }

  function end(connection: Connection, exchange: Exchanging, handler: RequestListener): void {
    const { exchanges, socket } = connection;
    const at = exchanges.indexOf(exchange);
    if (at < 0) return;
    exchanges.splice(at, 1);
    if (exchanges.length === 0) {
      used.delete(connection);
      if (!socket.destroyed) unused.add(connection);
      return;
    }
    const [next] = exchanges;
    if (next && socket.writable) handler(next.request, next.response);
  }

  function take(request: IncomingMessage, response: ServerResponse, handler: RequestListener): void {
    const { socket } = request;
    const connection = known.get(socket);
    // After the connection is closed, Node still reports requests that arrived in the same piece of data as earlier requests.
    if (!connection || socket.destroyed) return;
    const exchange: Exchanging = { request, response, receivedBefore: socket.bytesRead };
    connection.exchanges.push(exchange);
    if (connection.exchanges.length > 1 + mostAhead) {
      cutOff(connection, 'too_many_requests_ahead');
      return;
    }
    unused.delete(connection);
    used.add(connection);
    // Read the whole body even after the response, because most clients read the response only after sending the body.
    response.once('close', () => {
      if (request.complete) {
        end(connection, exchange, handler);
        return;
      }
      request.once('close', () => end(connection, exchange, handler));
      // Stop reading, but leave the connection open until the next check, so the client can read why its body was refused.
      if (isEndless(exchange)) socket.pause();
    });
    if (connection.exchanges.length === 1) handler(request, response);
  }

  function check(connection: Connection): void {
    const { socket, exchanges, progress } = connection;
    const [exchange] = exchanges;
    if (!exchange) return;
    const phase = phaseOf(exchange, socket);
    if (progress.of !== exchange || progress.phase !== phase)
      connection.progress = { of: exchange, phase, atChecks: [] };
    if (phase === 'working') return;
    const { atChecks } = connection.progress;
    const now = phase === 'receiving' ? socket.bytesRead : socket.bytesWritten - socket.writableLength;
    const before = atChecks.length < checksInWindow ? undefined : atChecks.shift();
    atChecks.push(now);
    if (phase === 'receiving' && isEndless(exchange)) cutOff(connection, 'endless_body');
    else if (before === undefined) return;
    else if (phase === 'receiving' && now - before < leastOfBody) cutOff(connection, 'slow_body');
    else if (phase === 'sending' && now === before) cutOff(connection, 'unread');
  }

  /** Closes the connections with the most unsent bytes until the unsent bytes of all connections are within the limit. */
  function limitWaiting(): void {
    let waiting = 0;
    for (const { socket } of used) waiting += socket.writableLength;
    if (waiting <= mostWaiting) return;
    const most = [...used].sort((one, other) => other.socket.writableLength - one.socket.writableLength);
    for (const connection of most) {
      if (waiting <= mostWaiting) return;
      waiting -= connection.socket.writableLength;
      cutOff(connection, 'unread');
    }
  }

  // Use one timer for all connections, because a timer per request would use much processor time.
  const timer = setInterval(() => {
    for (const connection of used) check(connection);
    limitWaiting();
  }, checkMillis).unref();

  return {
    /** Returns an HTTP server with limited connections. It handles a connection's next request once the response is sent. */
    serve: (handler: RequestListener): Server => {
      const server = createServer(httpOptions, (request, response) => take(request, response, handler));
      server.on('connection', accept);
      return server;
    },
    /** Stops the checks. Call it once the servers are closed. */
    stop: () => clearInterval(timer),
    /** Returns a connection's exchanges whose responses are not sent yet, in the order received. */
    openExchanges: (socket: Socket): readonly Exchange[] =>
      (known.get(socket)?.exchanges ?? []).filter(({ response }) => !response.writableFinished),
  };
}

function phaseOf({ request, response }: Exchange, socket: Socket): Phase {
  if (!request.complete) return 'receiving';
  return response.headersSent && socket.writableLength > 0 ? 'sending' : 'working';
}

/**
 * Returns whether the response is sent and the rest of the request's body must not be awaited: the body exceeds `largestBody`,
 * or was refused with 413 and has no Content-Length.
 */
function isEndless({ request, response, receivedBefore }: Exchanging): boolean {
  if (!response.writableFinished) return false;
  const isRefused = response.statusCode === 413 && request.headers['content-length'] === undefined;
  return isRefused || isTooLong(request) || request.socket.bytesRead - receivedBefore > largestBody;
}

/** Returns whether a request declares a body longer than allowed. */
export function isTooLong({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > largestBody;
}

/** Returns a large response body in pieces, so a check can measure how much the client has read. Returns a small one whole. */
export function inPieces(bytes: Uint8Array): Readable | Uint8Array {
  if (bytes.length <= 4 * pieceBytes) return bytes;
  let at = 0;
  return new Readable({
    highWaterMark: pieceBytes,
    read() {
      const from = at;
      at += pieceBytes;
      this.push(from < bytes.length ? bytes.subarray(from, at) : null);
    },
  });
}
