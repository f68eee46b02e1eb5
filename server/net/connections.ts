/**
 * Bounds what connections may cost, with or without a session (X18, F9): how many there are, how many requests one may
 * send ahead of its responses, how slowly it may send a body or read a response, and what waits for readers in all.
 * Node itself bounds the time that headers may take, and how long a kept connection may be unused.
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { addressForLimits, clientAddress, isFromProxy, type TrustedProxies } from './client-address.ts';

/** A request with its response. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Why a connection was closed, or not let in. */
export const cutOffs = [
  'too_many_connections',
  'too_many_requests_ahead',
  'slow_body',
  'endless_body',
  'unread',
] as const;
export type CutOff = (typeof cutOffs)[number];

export interface ConnectionBounds {
  /** Connections in all. */
  readonly most: number;
  /** Connections of one address, unless it is a trusted proxy's: those carry everybody's requests. */
  readonly mostOfAddress: number;
  readonly trusted: TrustedProxies;
  /** Called for each connection that is closed for breaking a bound. */
  readonly onCutOff: (reason: CutOff) => void;
}

export interface Connections {
  /**
   * An HTTP server within these bounds. It calls the handler for a request once all earlier responses of the connection
   * are sent, and never where the connection closes before. So at most one response of a connection is made or waits to
   * be read.
   */
  readonly serve: (handler: RequestListener) => Server;
  /** The requests of a connection whose responses are not sent yet, in the order in which they came. */
  readonly underWay: (socket: Socket) => readonly Exchange[];
}

/** Requests that a connection may send ahead of its responses. Browsers and proxies send none. */
const mostAhead = 8;

/**
 * Milliseconds allowed for headers, for the start of a body, and without anything read of a response: with the time
 * between two checks, and what a busy machine adds, 15 seconds.
 */
export const slowestMillis = 13_000;

/** Milliseconds between two checks of a connection. */
export const checkMillis = 1_000;

const checksInWindow = slowestMillis / checkMillis;

/**
 * Bytes of a body that must arrive in any 13 seconds, 4 KB a second. A phone at 400 kbit/s sends them in a second, so
 * its network may be gone for 12 seconds at a time; at 64 kbit/s for 6. A document of 10 MB thus takes 44 minutes at
 * most, but only for who sends all the while.
 */
export const leastOfBody = 52 * 1024;

/** Bytes that any body may have: the largest document, and what is around it. */
export const largestBody = 11 * 1024 * 1024;

/**
 * Bytes of a piece of a response: less would cost time, and of more one could not tell whether it is being read. A phone
 * that reads 1 KB a second reads a piece within the time allowed.
 */
const pieceBytes = 16 * 1024;

/** Bytes that may wait for all readers together. */
const mostWaiting = 64 * 1024 * 1024;

/** Node’s own bounds. The time for a whole request has none: it is the body’s, by how much of it comes. */
const httpOptions = {
  headersTimeout: slowestMillis,
  requestTimeout: 0,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: checkMillis,
  requireHostHeader: false,
};

/** What is happening on a connection at a check. */
type Phase = 'receiving' | 'sending' | 'working';

interface Exchanging extends Exchange {
  /** Bytes that the connection had received when this request came. */
  readonly receivedBefore: number;
}

interface Connection {
  readonly socket: Socket;
  readonly exchanges: Exchanging[];
  progress: Progress;
}

/** How many bytes had come, or gone, at each check of the last 13 seconds in the present phase of an exchange. */
interface Progress {
  readonly of: Exchange | undefined;
  readonly phase: Phase;
  readonly atChecks: number[];
}

const noProgress: Progress = { of: undefined, phase: 'working', atChecks: [] };

export function boundConnections(bounds: ConnectionBounds): Connections {
  const known = new WeakMap<Socket, Connection>();
  /** Those without a request under way, longest unused first. */
  const unused = new Set<Connection>();
  const used = new Set<Connection>();
  const byAddress = new Map<string, Set<Connection>>();

  function cutOff({ socket }: Connection, reason: CutOff): void {
    if (socket.destroyed) return;
    socket.destroy();
    bounds.onCutOff(reason);
  }

  /** Closes the connection that is missed least: an unused one, the one that just came where all are used. */
  function makeRoom(among: ReadonlySet<Connection>): void {
    for (const connection of among)
      if (unused.delete(connection)) {
        cutOff(connection, 'too_many_connections');
        return;
      }
  }

  function letIn(socket: Socket): void {
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
    if (same && same.size > bounds.mostOfAddress) makeRoom(same);
    if (unused.size + used.size > bounds.most) makeRoom(unused);
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
    // Of a connection that was cut off Node still reports all requests that came in one piece.
    if (!connection || socket.destroyed) return;
    const exchange: Exchanging = { request, response, receivedBefore: socket.bytesRead };
    connection.exchanges.push(exchange);
    if (connection.exchanges.length > 1 + mostAhead) {
      cutOff(connection, 'too_many_requests_ahead');
      return;
    }
    unused.delete(connection);
    used.add(connection);
    // A body that is still coming after its response is read to its end, within the same bounds: most clients read a
    // response only after they have sent.
    response.once('close', () => {
      if (request.complete) {
        end(connection, exchange, handler);
        return;
      }
      request.once('close', () => end(connection, exchange, handler));
      // Until the next check the client can read why.
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

  /** Closes the connections for which most waits, until what waits for all is within its bound again. */
  function boundWaiting(): void {
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

  return {
    serve: (handler) => {
      const server = createServer(httpOptions, (request, response) => take(request, response, handler));
      server.on('connection', letIn);
      // One timer for all: to start and stop one for every request costs more than all else that is done here.
      const timer = setInterval(() => {
        for (const connection of used) check(connection);
        boundWaiting();
      }, checkMillis).unref();
      server.once('close', () => clearInterval(timer));
      return server;
    },
    underWay: (socket) =>
      (known.get(socket)?.exchanges ?? []).filter(({ response }) => !response.writableFinished),
  };
}

function phaseOf({ request, response }: Exchange, socket: Socket): Phase {
  if (!request.complete) return 'receiving';
  return response.headersSent && socket.writableLength > 0 ? 'sending' : 'working';
}

/** Whether a body that goes on after its response is longer than any may be, or was refused as too long. */
function isEndless({ request, response, receivedBefore }: Exchanging): boolean {
  if (!response.writableFinished) return false;
  const isRefused = response.statusCode === 413 && request.headers['content-length'] === undefined;
  return isRefused || isTooLong(request) || request.socket.bytesRead - receivedBefore > largestBody;
}

/** Whether a request says that its body is longer than any may be. */
export function isTooLong({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > largestBody;
}

/**
 * A large body in pieces, which show how much of it has been read. The pieces are parts of the same bytes.
 * @returns The bytes themselves where they are few.
 */
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
