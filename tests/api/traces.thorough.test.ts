/** Tests that traces contain durations, but nothing about people (X2, X3). */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { loggerOptions } from '../../server/observability/logging.ts';
import { startServer } from '../../server/start/start-server.ts';
import { apiClient } from '../support/api-client.ts';
import { freshDataDir } from '../support/database.ts';
import { forbidInLogs } from '../support/forbid-in-logs.ts';
import { httpsProvider } from '../support/https-provider.ts';
import { bodyIsRead } from '../support/late-body.ts';
import {
  addDocument,
  addPerson,
  applicant,
  authorizedUser,
  business,
  canaries,
  create,
  expected,
  owner,
  prepare,
  submit,
} from '../support/sample-application.ts';
import { hasOpenssl, trustedCertificate } from '../support/test-certificate.ts';
import { startTestReceiver } from '../support/test-receiver.ts';
import { testSettings } from '../support/test-server.ts';
import type { CollectedSpan, TraceCollector } from '../support/trace-collector.ts';
import { kinds, startTraceCollector, statusCodes } from '../support/trace-collector.ts';

const agent = 'Canary/1.0 (a browser of its own)';
const startKey = '4821-9930-1177-2046';

/** The names of all attributes in the traces of a whole application. */
const attributeNames = [
  'db.query.text',
  'db.system.name',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'outbox.attempt',
  'outbox.kind',
  'outbox.outcome',
  'url.scheme',
];

/** Starts a server with its own store. Its traces go to the collector, and the test can read its log. */
async function start(collector: TraceCollector, env: Readonly<Record<string, string>> = {}) {
  const lines: string[] = [];
  const log = pino(loggerOptions('info'), { write: (line: string) => void lines.push(line) });
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const running = await startServer(testSettings(await freshDataDir(), { ...endpoint, ...env }), log);
  onTestFinished(running.stop);
  return { ...running, logged: () => lines.map((line): Record<string, unknown> => JSON.parse(line)) };
}

/** Returns the only span with the given name. */
function only(spans: readonly CollectedSpan[], name: string): CollectedSpan {
  const found = spans.filter((span) => span.name === name);
  expect(found.map((span) => span.name)).toEqual([name]);
  return found[0] as CollectedSpan;
}

test.skipIf(!hasOpenssl)('a whole application is traced, without any personal data', async () => {
  const collector = await startTraceCollector();
  const bank = await startTestReceiver(trustedCertificate());
  const server = await start(collector, (await httpsProvider(bank.url)).env);
  const client = apiClient(server.app);
  const asks = async (method: string, path: string) =>
    client.send(method, path, { headers: { 'user-agent': agent } });

  expect((await asks('POST', `/apply/start/${startKey}`)).status).toBe(404);
  await client.start('/apply/start?storeId=10000104');
  const secrets = [...client.cookies.values()];
  const { id, ...people } = await prepare(client);
  const user = await addPerson(client, id, 'authorized_user', authorizedUser);
  const document = await addDocument(client, id);
  expect((await asks('GET', `/document/${document.id}?session=${client.webSessionId}`)).status).toBe(200);
  expect((await asks('GET', `/no-such-call/${canaries.taxId}`)).status).toBe(404);
  const { referenceNumber } = expected(200, await submit(client, id));
  await server.outbox.runOnce();
  await server.stop();

  expect(new Set(collector.calls.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
  const forbidden = forbidInLogs({
    ...canaries,
    agent,
    startKey,
    storeId: '10000104',
    referenceNumber: referenceNumber ?? '',
    address: client.address,
    webSessionId: client.webSessionId,
    ...Object.fromEntries(secrets.map((secret, at) => [`secret${at}`, secret])),
    ...Object.fromEntries(
      [id, user.id, document.id, people.applicant.id, ...people.owners.map((one) => one.id)].map(
        (each) => [`id ${each}`, each] as const,
      ),
    ),
    name: applicant.fullName,
    ownerName: owner.fullName,
    userName: authorizedUser.fullName,
    business: business.businessName,
    street: business.addressLine,
    email: applicant.email,
    businessEmail: business.email,
    phone: applicant.phoneNumber,
    fileName: 'articles.pdf',
  });
  for (const { said } of collector.calls) forbidden.write(said);

  const { spans } = collector;
  expect([...new Set(spans.flatMap((span) => Object.keys(span.attributes)))].sort()).toEqual(attributeNames);
  expect(spans.flatMap(({ events, links }) => [...events, ...links])).toEqual([]);
  expect(spans.filter(({ traceState }) => traceState !== undefined)).toEqual([]);

  const requests = spans.filter(({ kind }) => kind === kinds.server);
  const answered = server.logged().filter(({ msg }) => msg === 'request');
  expect(requests.map(({ traceId }) => traceId).sort()).toEqual(
    answered.map(({ traceId }) => traceId).sort(),
  );
  const submitted = only(spans, 'POST /api/v1/application/:id/submit');
  expect(submitted).toMatchObject({
    kind: kinds.server,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/v1/application/:id/submit',
      'http.response.status_code': 200,
      'url.scheme': 'http',
    },
    status: { code: statusCodes.unset },
  });
  expect(submitted).not.toHaveProperty('parentSpanId');
  expect(only(spans, 'GET').attributes).toEqual({
    'http.request.method': 'GET',
    'http.response.status_code': 404,
    'url.scheme': 'http',
  });

  const statements = spans.filter(({ parentSpanId }) => parentSpanId === submitted.spanId);
  expect(new Set(statements.map(({ traceId }) => traceId))).toEqual(new Set([submitted.traceId]));
  const names = statements.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['begin', 'select', 'with', 'insert', 'commit']));
  const texts = statements.map(({ attributes }) => String(attributes['db.query.text']));
  expect(texts.filter((text) => text.startsWith('insert into "outbox"'))).not.toEqual([]);
  // Submitting wakes the outbox worker, but the worker's spans belong to other traces.
  expect(texts.filter((text) => text.includes('skip locked'))).toEqual([]);
  expect(spans.filter(({ kind, parentSpanId }) => kind === kinds.client && !parentSpanId)).toEqual([]);

  for (const kind of ['mail', 'delivery']) {
    const sending = only(spans, `send ${kind}`);
    expect(sending).not.toHaveProperty('parentSpanId');
    expect(sending.attributes).toEqual({
      'outbox.kind': kind,
      'outbox.attempt': 1,
      'outbox.outcome': 'sent',
    });
  }
  expect(bank.received.map(({ headers }) => Object.keys(headers).sort())).toEqual([
    [
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ],
  ]);
});

test('a request continues the trace of a trusted proxy, but of no other client', async () => {
  const collector = await startTraceCollector();
  const { app, stop } = await start(collector, { TRUSTED_PROXIES: '10.1.0.0/16' });
  const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
  const headers = { traceparent: `00-${traceId}-${spanId}-01`, tracestate: 'vendor=canary' };
  await apiClient(app, { address: '10.1.2.3' }).send('GET', '/by-proxy', { headers });
  await apiClient(app, { address: '10.2.2.3' }).send('POST', '/by-anyone', { headers });
  await apiClient(app, { address: '10.1.2.3' }).send('PUT', '/unsampled', {
    headers: { traceparent: `00-${traceId}-${spanId}-00` },
  });
  await stop();
  const [trusted, other, ...more] = collector.spans;
  expect(trusted).toMatchObject({ name: 'GET', traceId, parentSpanId: spanId });
  expect(other).toMatchObject({ name: 'POST', traceId: expect.not.stringContaining(traceId) });
  expect(other).not.toHaveProperty('parentSpanId');
  expect(more).toEqual([]);
  expect(collector.calls[0]?.said).not.toContain('vendor');
});

test('a call with a late body is one trace with its statements, and an interrupted call has a span too', async () => {
  const collector = await startTraceCollector();
  const { app, stop } = await start(collector);
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const client = apiClient(app, { host: address.host });
  await client.start();
  const { id } = await create(client);
  const headers = {
    'x-web-session-id': client.webSessionId,
    cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'content-type': 'application/json',
  };
  const patch = { method: 'PATCH', path: `/api/v1/application/${id}`, headers, agent: false };

  const late = request(address, patch);
  late.flushHeaders();
  await bodyIsRead(app.server);
  late.end(JSON.stringify({ applicationData: { dba: 'Larkspur & Sons' } }));
  const [{ statusCode }] = await once(late, 'response');
  expect(statusCode).toBe(200);

  const cut = request(address, patch).on('error', () => {});
  cut.flushHeaders();
  const seen = await bodyIsRead(app.server);
  const closed = new Promise((resolve) => seen.on('close', resolve));
  cut.destroy();
  await closed;
  await stop();

  const [answered, unanswered, ...more] = collector.spans.filter(({ name }) => name.startsWith('PATCH'));
  expect(answered?.attributes['http.response.status_code']).toBe(200);
  const statements = collector.spans.filter(({ parentSpanId }) => parentSpanId === answered?.spanId);
  expect(statements.map(({ name }) => name)).toEqual(['select', 'with']);
  expect(unanswered?.attributes).not.toHaveProperty('http.response.status_code');
  expect(more).toEqual([]);
});

test('the error of a failed request is traced by its class', async () => {
  const collector = await startTraceCollector();
  const { app, services, stop, logged } = await start(collector);
  await services.database.close();
  expect((await apiClient(app).send('POST', '/apply/start')).status).toBe(503);
  await stop();
  const failed = only(collector.spans, 'POST /api/v1/apply/start');
  expect(failed).toMatchObject({
    attributes: { 'http.response.status_code': 503, 'error.type': 'Error' },
    status: { code: statusCodes.error },
  });
  expect(failed.status).not.toHaveProperty('message');
  const errors = logged().filter(({ level, traceId }) => level === 'error' && traceId === failed.traceId);
  expect(errors.length).toBe(1);
});

test('without the setting, no tracing code is loaded', () => {
  const script = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await import('./server/start/start-server.ts');
    console.log(loaded.join('\\n'));
  `;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(import.meta.dirname, '../..'),
    encoding: 'utf8',
  });
  expect(output).toContain('server/http/app.ts');
  // Without a collector, the only OpenTelemetry package that is loaded is the API package, which prom-client imports.
  expect(output).not.toMatch(/@opentelemetry\/(?!api\/)|observability\/tracing\.ts/);
});
