import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { apiClient } from '../../tests/support/api-client.ts';
import { testStores } from '../../tests/support/database.ts';
import { forbidInLogs } from '../../tests/support/forbid-in-logs.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { create, upload } from '../../tests/support/sample-application.ts';
import { install } from '../../tests/support/test-outbox.ts';
import { startTestServer } from '../../tests/support/test-server.ts';

const address = '203.0.113.77';
const startKey = '4821-9930-1177-2046';
const fileName = 'Zsigmondy.pdf';

test('a possible attack is logged in a stream of its own and counted, without a personal value', async () => {
  const log = forbidInLogs({ address, startKey, fileName });
  const metricsPort = String(await freePort());
  const server = await startTestServer({ log, env: { PORT: '0', METRICS_PORT: metricsPort } });
  onTestFinished(server.stop);
  await server.listen(['127.0.0.1']);
  const browser = apiClient(server.app, { address });
  await browser.start();
  const { id } = await create(browser, {}, {});

  const wrong = () => browser.send('POST', `/apply/start/${startKey}`);
  const statuses = [];
  for (let tries = 0; tries < 11; tries += 1) statuses.push((await wrong()).status);
  expect(statuses.at(-1)).toBe(429);
  const file = new File(['no document'], fileName);
  const form = upload({ applicationId: id, documentType: 'proof_of_entity', id: '' });
  form.set('document', file);
  expect((await browser.send('POST', '/document', { form })).status).toBe(400);
  await browser.send('PATCH', `/application/${id}`, {
    json: {},
    headers: { origin: 'https://elsewhere.example' },
  });
  const { port } = server.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.resume().write('GET /health/live HTTP/1.1\r\nHost: demo.localhost\r\n\r\n'.repeat(50));
  await once(socket, 'close');

  expect(log.leaks).toEqual([]);
  const events = log.lines
    .map((line) => JSON.parse(line))
    .filter(({ stream }) => stream === 'security')
    .map(({ event, reason, route }) => [event, reason, route]);
  const counted = Object.groupBy(events, ([event]) => String(event));
  expect(counted['wrong_key']).toHaveLength(10);
  expect(events.filter(([event]) => event !== 'wrong_key')).toEqual([
    ['limit_hit', 'rate_limited', '/api/v1/apply/start/:key'],
    ['upload_refused', 'validation_failed', '/api/v1/document'],
    ['foreign_origin', 'forbidden', '/api/v1/application/:id'],
    ['connection_cut_off', 'too_many_requests_ahead', undefined],
  ]);
  const metrics = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text();
  expect(metrics).toContain('security_events_total{event="wrong_key",reason="resource_not_found"} 10');
  expect(metrics).toContain(
    'security_events_total{event="connection_cut_off",reason="too_many_requests_ahead"} 1',
  );
});

test('a delivery altered in the outbox is a security event', async () => {
  const [store] = await testStores();
  if (!store) throw new Error('no store');
  const { database } = await install(store);
  await sql`update submission set snapshot = evidence, evidence = snapshot`.execute(database.db);
  const log = forbidInLogs({ address });
  const server = await startTestServer({ database, log });
  onTestFinished(server.stop);
  await server.outbox.runOnce();
  const events = log.lines.map((line) => JSON.parse(line)).filter(({ stream }) => stream === 'security');
  expect(events.length).toBeGreaterThan(0);
  for (const event of events)
    expect(event).toMatchObject({ event: 'verification_failed', reason: 'EncryptionError' });
});

test('a row whose envelope was sealed for another row is a security event', async () => {
  const log = forbidInLogs({ address });
  const server = await startTestServer({ log });
  onTestFinished(server.stop);
  const browser = server.client();
  await browser.start();
  const { id } = await create(browser);
  await sql`update application set version = version + 1`.execute(server.database.db);
  expect((await browser.send('GET', `/application/${id}`)).status).toBe(500);
  const events = log.lines.map((line) => JSON.parse(line)).filter(({ stream }) => stream === 'security');
  expect(events).toEqual([
    expect.objectContaining({ event: 'verification_failed', reason: 'IntegrityError', level: 'warn' }),
  ]);
});
