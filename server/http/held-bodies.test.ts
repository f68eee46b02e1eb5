/** Tests the limits on the bytes of documents in memory, per node and per address, over real connections (X18). */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ApiClient } from '../../tests/support/api-client.ts';
import { expectError } from '../../tests/support/expect-error.ts';
import { bodyIsRead } from '../../tests/support/late-body.ts';
import { addDocument, business, create } from '../../tests/support/sample-application.ts';
import type { TestServer } from '../../tests/support/test-server.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { largestBody } from '../net/connections.ts';
import { mostHeld } from './held-bodies.ts';

let server: TestServer;
let browser: ApiClient;
let sockets: Socket[];
beforeAll(async () => {
  server = await startTestServer({ env: { PORT: '0', TRUSTED_PROXIES: '127.0.0.1' } });
  await server.listen(['127.0.0.1']);
});
afterAll(() => server.stop());
beforeEach(async () => {
  sockets = [];
  browser = server.client();
  await browser.start();
});
afterEach(async () => {
  vi.useRealTimers();
  const { length } = sockets;
  await Promise.all(sockets.map((socket) => socket.closed || (socket.destroy() && once(socket, 'close'))));
  // The server notices the closed connections a moment later, and only then releases their bytes.
  for (let left = length; left > 0; ) left = await countConnections();
});

const countConnections = () =>
  new Promise<number>((resolve) =>
    server.app.server.getConnections((_, count) => setImmediate(() => resolve(count))),
  );

/** Begins an upload with the given Content-Length, or without a Content-Length. */
function begin(bytes: number | undefined, from: string): Socket {
  const { port } = server.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  const head = [
    'POST /api/v1/document HTTP/1.1',
    `Host: ${browser.host}`,
    `X-Forwarded-For: ${from}`,
    `X-Web-Session-Id: ${browser.webSessionId}`,
    `Cookie: ${[...browser.cookies].map((pair) => pair.join('=')).join('; ')}`,
    'Content-Type: multipart/form-data; boundary=b',
    bytes === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return socket;
}

/** Begins an upload and resolves once the server has accepted it and waits for its body. */
async function hold(bytes: number, from: string): Promise<Socket> {
  const reading = bodyIsRead(server.app.server);
  const socket = begin(bytes, from);
  await reading;
  return socket;
}

async function responseOn(socket: Socket): Promise<{ readonly status: number; readonly text: string }> {
  const [piece] = (await once(socket, 'data')) as [Buffer];
  const text = piece.toString('latin1');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]), text };
}

const tenMegabytes = 10 * 1_048_576;

/** Begins as many 10 MB uploads as a node accepts at the same time, each from its own address. */
async function fillNode(): Promise<readonly Socket[]> {
  const held = [];
  for (let at = 0; at < Math.floor(mostHeld / tenMegabytes); at += 1)
    held.push(await hold(tenMegabytes, `192.0.2.${at}`));
  return held;
}

/** Finishes an accepted upload with an invalid body and returns the status of the response. */
async function statusOfWhole(socket: Socket): Promise<number> {
  socket.write('x'.repeat(1_000));
  return (await responseOn(socket)).status;
}

test('an address may have eight uploads in progress, whatever their size; each address has its own limit', async () => {
  const first = await hold(1_000, '198.51.100.7');
  for (let more = 1; more < 8; more += 1) await hold(1_000, '198.51.100.7');
  const refused = await responseOn(begin(1_000, '198.51.100.7'));
  expect([refused.status, refused.text]).toEqual([429, expect.stringMatching(/retry-after: 10\r\n/i)]);
  expect(await statusOfWhole(await hold(1_000, '198.51.100.8'))).toBe(400);
  expect(await statusOfWhole(first)).toBe(400);
  expect(await statusOfWhole(await hold(1_000, '198.51.100.7'))).toBe(400);
});

test('a node holds 64 MB of uploads, and refuses more uploads with a Retry-After', async () => {
  await fillNode();
  const refused = await responseOn(begin(tenMegabytes, '203.0.113.1'));
  expect([refused.status, refused.text]).toEqual([503, expect.stringMatching(/retry-after: 10\r\n/i)]);
  expect(await statusOfWhole(await hold(1_000, '203.0.113.2'))).toBe(400);
});

test('a slow upload is cut off when a new upload would exceed the limit of the node', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const slow = await fillNode();
  vi.advanceTimersByTime(16_000);
  const next = await hold(tenMegabytes, '203.0.113.1');
  await Promise.race(slow.map((socket) => once(socket, 'close')));
  expect(slow.filter(({ closed }) => closed)).toHaveLength(1);
  expect(next.closed).toBe(false);
});

test('a body that declares itself too long is refused before it arrives', async () => {
  expect((await responseOn(begin(4_000_000_000, '203.0.113.3'))).status).toBe(413);
});

test('a body of undeclared length is refused once it is too long', async () => {
  const socket = begin(undefined, '203.0.113.4');
  const answer = responseOn(socket);
  const piece = 'x'.repeat(65_536);
  const chunk = `${piece.length.toString(16)}\r\n${piece}\r\n`;
  let sent = 0;
  while (sent <= largestBody) {
    if (!socket.write(chunk)) await once(socket, 'drain');
    sent += piece.length;
  }
  expect((await answer).status).toBe(413);
});

test('nothing is held for a client that left before its upload was accepted', async () => {
  for (let count = 0; count < 8; count += 1) {
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // Occupy the store's only connection, so the upload's session check has to wait.
    const busy = server.database.db.transaction().execute(async () => {
      begun.resolve();
      await goOn.promise;
    });
    await begun.promise;
    const reading = bodyIsRead(server.app.server);
    const taken = once(server.app.server, 'request') as Promise<[IncomingMessage]>;
    const socket = begin(1_000, '198.51.100.9');
    const [request] = await taken;
    socket.destroy();
    await once(request.socket, 'close');
    goOn.resolve();
    await Promise.all([busy, reading]);
  }
  expect(await statusOfWhole(begin(1_000, '198.51.100.9'))).toBe(400);
});

test('an address can open eight documents at once; more are refused before they are read', async () => {
  const { id: applicationId } = await create(browser, business);
  const document = await addDocument(browser, applicationId);
  const path = `/document/${document.id}?session=${browser.webSessionId}`;
  const goOn = Promise.withResolvers<void>();
  const { documents } = server.services;
  const read = documents.get.bind(documents);
  vi.spyOn(documents, 'get').mockImplementation((kept) => goOn.promise.then(() => read(kept)));
  onTestFinished(() => void vi.restoreAllMocks());
  const replies = Array.from({ length: 9 }, () => browser.send('GET', path));
  expectError(await Promise.race(replies), 'rate_limited');
  goOn.resolve();
  const statuses = (await Promise.all(replies)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([...Array(8).fill(200), 429]);
});
