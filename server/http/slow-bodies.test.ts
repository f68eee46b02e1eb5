import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { allowedBodyMillis, beginResponse, checkMillis, silenceMillis, watchBody } from './slow-bodies.ts';

const seconds = (bytes: number) => allowedBodyMillis(bytes) / 1_000;

test('a trickling body is cut off within 15 seconds', () => {
  expect(seconds(15) + checkMillis / 1_000).toBeLessThan(15.1);
});

test('a photo of 4 MB gets through over a slow mobile network, at 64 kbit/s', () => {
  const bytes = 4 * 1_048_576;
  expect(seconds(bytes)).toBeGreaterThan((bytes * 8) / 64_000);
});

test('no connection is closed because the server needs long to process a request', async () => {
  const server = createServer(async (request, response) => {
    watchBody(request, response);
    await request.resume().toArray();
    await pause(3 * checkMillis);
    beginResponse(request);
    response.end(String(request.socket.timeout));
  });
  server.setTimeout(2 * checkMillis);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: 'a document' });
  expect(await response.text()).toBe(String(silenceMillis));
});
