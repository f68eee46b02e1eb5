/** Tests the limits on connections (X18, F9) with real sockets. */
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer } from '../../tests/support/test-server.ts';
import { parseRanges } from './client-address.ts';
import {
  boundConnections,
  type CutOff,
  checkMillis,
  inPieces,
  largestBody,
  leastOfBody,
  slowestMillis,
} from './connections.ts';

const longest = slowestMillis + checkMillis;

interface Bounded {
  readonly server: Server;
  readonly cutOff: readonly CutOff[];
  /** The paths of the handled requests, in order. */
  readonly handled: readonly string[];
  readonly open: (from?: string) => Promise<Socket>;
}

/** Responds once the whole request has arrived. The path contains the number of bytes to send. */
function respondByPath(request: IncomingMessage, response: ServerResponse): void {
  const bytes = Buffer.alloc(Number(/\d+/.exec(request.url ?? '')?.[0] ?? 2), 'x');
  request.resume().once('end', () => {
    response.setHeader('content-length', bytes.length);
    const pieces = inPieces(bytes);
    if (pieces instanceof Uint8Array) response.end(pieces);
    else pieces.pipe(response);
  });
}

/** Starts a server with limits. The server responds to a connection's requests one after another. */
async function bounded({
  most = 100,
  mostOfAddress = 100,
  proxies = '',
  respond = respondByPath,
} = {}): Promise<Bounded> {
  const cutOff: CutOff[] = [];
  const handled: string[] = [];
  const trusted = parseRanges(proxies);
  if (!trusted) throw new Error('These are no addresses.');
  const onCutOff = (reason: CutOff) => void cutOff.push(reason);
  const connections = boundConnections({ most, mostOfAddress, trusted, onCutOff });
  const server = connections.serve((request, response) => {
    handled.push(request.url ?? '');
    respond(request, response);
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    connections.stop();
  });
  return {
    server,
    cutOff,
    handled,
    open: async (from = '127.0.0.1') => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from });
      sockets.push(socket.on('error', () => {}));
      const taken = once(server, 'connection');
      await once(socket, 'connect');
      await taken;
      return socket;
    },
  };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: demo.localhost\r\n\r\n`;
const requests = (server: Server, count: number) =>
  new Promise<void>((resolve) => {
    let seen = 0;
    server.on('request', () => {
      seen += 1;
      if (seen === count) resolve();
    });
  });
const closed = (socket: Socket) =>
  new Promise<void>((resolve) =>
    socket.closed ? resolve() : socket.resume().once('close', () => resolve()),
  );

describe('requests ahead of responses', () => {
  test('wait until the response before them has been read', async () => {
    const { server, handled, open } = await bounded();
    const socket = await open();
    const seen = requests(server, 3);
    socket.pause();
    socket.write(get('/20000000') + get('/3') + get('/4'));
    await seen;
    expect(handled).toEqual(['/20000000']);
    let received = '';
    await new Promise<void>((resolve) => {
      socket.on('data', (piece: Buffer) => {
        received = (received + piece.toString('latin1')).slice(-400);
        if (received.endsWith('\r\n\r\nxxxx')) resolve();
      });
      socket.resume();
    });
    expect(handled).toEqual(['/20000000', '/3', '/4']);
    expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  });

  test('are few, or the connection is closed', async () => {
    const { cutOff, handled, open } = await bounded();
    const socket = await open();
    socket.write(get('/4').repeat(150));
    await closed(socket);
    expect(cutOff).toEqual(['too_many_requests_ahead']);
    expect(handled.length).toBeLessThan(10);
  });

  test('are not handled once the connection has closed', async () => {
    const { server, handled, open } = await bounded();
    const socket = await open();
    const seen = requests(server, 2);
    socket.pause();
    socket.write(get('/20000000') + get('/3'));
    const [taken] = await Promise.all([once(server, 'request').then(([request]) => request.socket), seen]);
    const ended = new Promise((resolve) => taken.once('close', resolve));
    socket.destroy();
    await ended;
    await new Promise(setImmediate);
    expect(handled).toEqual(['/20000000']);
  });
});

describe('too many connections', () => {
  test('from one address close its idle ones, and leave the others', async () => {
    const { server, cutOff, open } = await bounded({ mostOfAddress: 2 });
    const [other, busy, idle] = [await open('127.0.0.2'), await open(), await open()];
    const seen = requests(server, 1);
    busy.write('POST / HTTP/1.1\r\nHost: demo.localhost\r\nContent-Length: 5\r\n\r\n');
    await seen;
    const third = await open();
    await closed(idle);
    third.write(get('/2'));
    await once(third, 'data');
    expect([other.closed, busy.closed, third.closed]).toEqual([false, false, false]);
    expect(cutOff).toEqual(['too_many_connections']);
  });

  test('in total refuse new ones only while all are in use', async () => {
    const { server, open } = await bounded({ most: 2 });
    const both = [await open('127.0.0.2'), await open('127.0.0.3')];
    const seen = requests(server, 2);
    for (const socket of both)
      socket.write('POST /2 HTTP/1.1\r\nHost: demo.localhost\r\nContent-Length: 5\r\n\r\n');
    await seen;
    await closed(await open('127.0.0.4'));
    for (const socket of both) socket.write('whole');
    await Promise.all(both.map((socket) => once(socket, 'data')));
    const next = await open('127.0.0.4');
    next.write(get('/2'));
    await once(next, 'data');
  });

  test('from a trusted proxy are not counted by address', async () => {
    const { cutOff, open } = await bounded({ mostOfAddress: 1, proxies: '127.0.0.0/24' });
    const both = [await open(), await open()];
    for (const socket of both) {
      socket.write(get('/2'));
      await once(socket, 'data');
    }
    expect(cutOff).toEqual([]);
  });
});

describe('slow clients', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  test('whose response is not read are cut off within 15 seconds, even while they send', async () => {
    const { server, cutOff, open } = await bounded();
    const socket = await open();
    const seen = requests(server, 2);
    socket.pause();
    socket.write(get('/20000000') + get('/3'));
    await seen;
    for (let millis = 0; millis < longest; millis += checkMillis) {
      expect(cutOff).toEqual([]);
      socket.write('G');
      vi.advanceTimersByTime(checkMillis);
    }
    expect(cutOff).toEqual(['unread']);
    await closed(socket);
  });

  test('that read something every 13 seconds get the whole response', async () => {
    const { server, cutOff, open } = await bounded();
    const socket = await open();
    const begun = once(server, 'request');
    let received = 0;
    socket.on('data', (piece: Buffer) => {
      received += piece.length;
    });
    socket.pause();
    socket.write(get('/20000000'));
    const [{ socket: taken }] = await begun;
    const sent = () => taken.bytesWritten - taken.writableLength;
    while (received < 20_000_000) {
      const before = sent();
      socket.resume();
      while (sent() === before && received < 20_000_000) await new Promise(setImmediate);
      socket.pause();
      vi.advanceTimersByTime(slowestMillis);
    }
    expect(cutOff).toEqual([]);
  });

  /**
   * Sends the first part of a body with the request, and another part each second. Returns the seconds until the server closed
   * the connection.
   */
  async function secondsBorne(bytesEach: (second: number) => number, seconds: number): Promise<number> {
    const { server, cutOff, open } = await bounded();
    const socket = await open();
    const [taken] = await Promise.all([
      once(server, 'request').then(([request]) => request),
      socket.write('POST / HTTP/1.1\r\nHost: demo.localhost\r\nContent-Length: 10000000\r\n\r\n'),
    ]);
    for (let second = 1; second <= seconds; second += 1) {
      const bytes = bytesEach(second);
      const wanted = taken.socket.bytesRead + bytes;
      if (bytes > 0) socket.write(Buffer.alloc(bytes));
      while (taken.socket.bytesRead < wanted) await new Promise(setImmediate);
      vi.advanceTimersByTime(checkMillis);
      if (cutOff.length > 0) return second;
    }
    return seconds;
  }

  test('that send a byte every five seconds are cut off within 15 seconds', async () => {
    expect(await secondsBorne((second) => (second % 5 === 0 ? 1 : 0), 60)).toBe(longest / 1_000);
  });

  test('that send much at first and then a byte every five seconds are cut off just as soon', async () => {
    const borne = await secondsBorne((second) => (second === 1 ? 4_000_000 : second % 5 === 0 ? 1 : 0), 60);
    expect(borne).toBeLessThanOrEqual(1 + longest / 1_000);
  });

  test('on a phone may send at 400 kbit/s, with the network gone for ten seconds at a time', async () => {
    expect(await secondsBorne((second) => (second % 12 < 2 ? 50_000 : 0), 120)).toBe(120);
  });

  test('may send a body at the lowest allowed rate', async () => {
    expect(await secondsBorne(() => leastOfBody / (slowestMillis / 1_000), 60)).toBe(60);
  });

  test('that continue a body refused for its length are cut off', async () => {
    const finished = Promise.withResolvers<void>();
    const { cutOff, open } = await bounded({
      respond: (_, response) => void response.writeHead(413).end(finished.resolve),
    });
    const socket = await open();
    socket.write(`POST / HTTP/1.1\r\nHost: demo.localhost\r\nContent-Length: ${largestBody + 1}\r\n\r\n`);
    await finished.promise;
    vi.advanceTimersByTime(checkMillis);
    expect(cutOff).toEqual(['endless_body']);
  });

  test('together have at most 64 MB waiting for them', async () => {
    const large = Buffer.alloc(40 * 1024 * 1024);
    const { server, cutOff, open } = await bounded({ respond: (_, response) => void response.end(large) });
    const sockets = [await open(), await open(), await open()];
    const seen = requests(server, 3);
    for (const socket of sockets) socket.pause().write(get('/0'));
    await seen;
    vi.advanceTimersByTime(checkMillis);
    expect(cutOff).toEqual(['unread', 'unread']);
  });
});

test('a body in pieces has the same bytes', async () => {
  const bytes = Buffer.from('0123456789'.repeat(20_001));
  const pieces = inPieces(bytes);
  if (pieces instanceof Uint8Array) throw new Error('It is not in pieces.');
  expect(await text(pieces)).toBe(bytes.toString());
  const few = Buffer.from('few');
  expect(inPieces(few)).toBe(few);
});

test('many clients that request the API description and read nothing are cut off, and others are served (X18)', async () => {
  const server = await startTestServer({ env: { PORT: '0', LIMITS_FACTOR: '2' } });
  onTestFinished(server.stop);
  await server.listen(['127.0.0.1']);
  const { port } = server.app.server.address() as AddressInfo;
  const attackers = Array.from({ length: 50 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  for (const socket of attackers) socket.pause().write(get('/openapi.json').repeat(150));
  await Promise.all(attackers.map(closed));
  const { status } = await fetch(`http://127.0.0.1:${port}/openapi.json`);
  expect(status).toBe(200);
});
