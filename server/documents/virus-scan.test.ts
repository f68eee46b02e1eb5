import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { eicar } from '../../tests/support/eicar.ts';
import { type ClamdAddress, parseClamdUrl } from '../net/service-addresses.ts';
import { scanForViruses } from './virus-scan.ts';

const cleanUps: Array<() => unknown> = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Responds to INSTREAM on a socket as clamd would, and detects one virus. `limit` is clamd's StreamMaxLength. */
function speakClamd(socket: Socket, limit = Number.POSITIVE_INFINITY): void {
  const parts: Buffer[] = [];
  socket.on('error', () => {});
  socket.on('data', (part: Buffer) => {
    parts.push(part);
    const reply = replyTo(Buffer.concat(parts), limit);
    if (reply) socket.end(reply);
  });
}

function replyTo(received: Buffer, limit: number): string | undefined {
  const command = 'zINSTREAM\0';
  if (received.length > limit) return 'INSTREAM size limit exceeded. ERROR\0';
  if (!received.toString('latin1').startsWith(command)) return undefined;
  let file = '';
  let at = command.length;
  while (received.length >= at + 4) {
    const length = received.readUInt32BE(at);
    if (length === 0) return file.includes(eicar) ? 'stream: Win.Test.EICAR_HDB-1 FOUND\0' : 'stream: OK\0';
    file += received.toString('latin1', at + 4, at + 4 + length);
    at += 4 + length;
  }
  return undefined;
}

async function listen(serve: (socket: Socket) => void, path?: string): Promise<ClamdAddress> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    serve(socket);
  });
  server.listen(path ?? { port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return path ? { path } : { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}

describe('a working scanner', () => {
  test('passes a clean file of many chunks', async () => {
    const clamd = await listen((socket) => speakClamd(socket));
    expect(await scanForViruses(randomBytes(300_000), clamd)).toBe('clean');
    expect(await scanForViruses(new Uint8Array(0), clamd)).toBe('clean');
  });

  test('finds EICAR anywhere in a file', async () => {
    const clamd = await listen((socket) => speakClamd(socket));
    expect(await scanForViruses(Buffer.from(eicar), clamd)).toBe('infected');
    const late = Buffer.concat([Buffer.from('%PDF-1.7'), randomBytes(65_500), Buffer.from(eicar)]);
    expect(await scanForViruses(late, clamd)).toBe('infected');
  });

  test('can be reached through a Unix socket', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clamd-'));
    cleanUps.push(() => rm(folder, { recursive: true }));
    const clamd = await listen((socket) => speakClamd(socket), join(folder, 'clamd.ctl'));
    expect(await scanForViruses(Buffer.from(eicar), clamd)).toBe('infected');
  });
});

describe('no file is clean without a verdict', () => {
  test('when the scanner cannot be reached', async () => {
    const clamd = await listen((socket) => socket.destroy());
    for (const cleanUp of cleanUps.splice(0)) await cleanUp();
    expect(await scanForViruses(Buffer.from('text'), clamd)).toBe('unavailable');
  });

  test('when the file is larger than the scanner accepts', async () => {
    const clamd = await listen((socket) => speakClamd(socket, 1_000));
    expect(await scanForViruses(randomBytes(5_000_000), clamd)).toBe('unavailable');
  });

  test('when the scanner does not reply', async () => {
    const clamd = await listen(() => {});
    expect(await scanForViruses(Buffer.from('text'), clamd, 50)).toBe('unavailable');
  });

  test.each([
    '',
    'stream: OK',
    'stream: Win.Virus FOUND',
    'INSTREAM: UNKNOWN COMMAND\0',
    'stream: OK\0stream: Win.Virus FOUND\0',
    'HTTP/1.1 200 OK\r\n\r\nstream: OK\0',
    'x'.repeat(100_000),
  ])('when it replies %j', async (reply) => {
    const clamd = await listen((socket) => {
      socket.on('error', () => {});
      socket.end(reply);
    });
    expect(await scanForViruses(Buffer.from('text'), clamd)).toBe('unavailable');
  });
});

test('CLAMD_URL is parsed', () => {
  expect(parseClamdUrl('tcp://clamd.internal:3311')).toEqual({ host: 'clamd.internal', port: 3311 });
  expect(parseClamdUrl('tcp://[::1]:3310')).toEqual({ host: '::1', port: 3310 });
  expect(parseClamdUrl('unix:///run/clamav/clamd.ctl')).toEqual({ path: '/run/clamav/clamd.ctl' });
  for (const wrong of [
    '',
    'clamd',
    'http://clamd:3310',
    'tcp://',
    'tcp://localhost',
    'unix://',
    'unix://run/clamd.ctl',
    'tcp://a:99999',
  ]) {
    expect(parseClamdUrl(wrong), wrong).toBeUndefined();
  }
});
