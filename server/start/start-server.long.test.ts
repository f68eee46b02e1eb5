/** Tests from outside how a server starts and stops: its settings, its store and its connections. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { freshDataDir } from '../../tests/support/database.ts';
import { upload } from '../../tests/support/sample-application.ts';
import { startTestServer, testSettings } from '../../tests/support/test-server.ts';
import { openDatabase } from '../db/database.ts';
import { startServer } from './start-server.ts';

const log = pino({ level: 'silent' });

test('a start that fails leaves nothing open', async () => {
  const dataDir = await freshDataDir();
  const other = await startTestServer({ env: { METRICS_PORT: '0' } });
  onTestFinished(other.stop);
  await other.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = other.app.server.address() as AddressInfo;
  const settings = testSettings(dataDir, { HOST: '127.0.0.1', METRICS_PORT: String(port) });
  await expect(startServer(settings, log)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  // Opening the store fails if the server that could not start has left the folder locked (F10).
  const database = await openDatabase({ dataDir, log });
  await database.close();
});

test('a stop does not wait for the end of an upload', async () => {
  const server = await startTestServer({ stopMillis: 100 });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const browser = server.client();
  await browser.start();
  const encoded = new Response(upload({ documentType: 'proof_of_entity' }));
  const head = [
    'POST /api/v1/document HTTP/1.1',
    `Host: ${browser.host}`,
    `X-Web-Session-Id: ${browser.webSessionId}`,
    `Cookie: ${[...browser.cookies].map((pair) => pair.join('=')).join('; ')}`,
    `Content-Type: ${encoded.headers.get('content-type')}`,
    'Content-Length: 10000000',
  ];
  const arrived = new Promise<void>((resolve) => server.app.server.once('request', () => resolve()));
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await arrived;
  // The upload is as slow as a bad phone connection, so it ends only when the server stops.
  const coming = setInterval(() => socket.write(Buffer.alloc(8_192)), 100);
  onTestFinished(() => clearInterval(coming));
  const cut = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await Promise.all([server.stop(), cut]);
});

test('a server that shuts down reports it first, and keeps serving meanwhile', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const browser = server.client();
  await browser.start();
  const retired = server.retire();
  const health = async (path: string) => (await server.app.inject({ url: `/health/${path}` })).statusCode;
  expect([await health('live'), await health('ready')]).toEqual([200, 503]);
  expect((await browser.send('POST', '/apply/heartbeat')).status).toBe(204);
  await retired;
});

test('a server that shuts down closes its connections only after it refuses new ones', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const kept = connect(port, '127.0.0.1');
  const call = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const answer = async () => {
    kept.write(call);
    return String((await once(kept, 'data'))[0]);
  };
  await answer();
  const retired = server.retire();
  expect(await answer()).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: keep-alive\r\n/is);
  const isRefused = () =>
    new Promise<boolean>((resolve) => {
      const fresh = connect(port, '127.0.0.1', () => resolve(false)).on('error', () => resolve(true));
      fresh.unref().end();
    });
  await expect.poll(isRefused).toBe(true);
  expect(kept.readableEnded).toBe(false);
  expect(await answer()).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n/is);
  await retired;
});
