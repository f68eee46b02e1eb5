import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startTraceCollector } from '../../tests/support/trace-collector.ts';
import { loggerOptions } from './logging.ts';
import { startTracing } from './tracing.ts';

const silent = { warn: () => {} };

test.each([
  ['', '/v1/traces'],
  ['/', '/v1/traces'],
  ['/otlp', '/otlp/v1/traces'],
  ['/otlp/?tenant=4', '/otlp/v1/traces?tenant=4'],
])('the collector at %j is called at %s', async (given, called) => {
  const collector = await startTraceCollector();
  const tracing = startTracing(`${collector.url}${given}`, silent);
  await tracing.traceSending({ kind: 'mail', attempt: 3 }, async () => 'failed');
  await tracing.stop();
  expect(collector.calls.map(({ path }) => path)).toEqual([called]);
  expect(collector.spans).toMatchObject([
    { attributes: { 'outbox.attempt': 3, 'outbox.outcome': 'failed' }, status: { code: 2 } },
  ]);
});

test('an attempt that throws is traced with the class of the error, and throws', async () => {
  const collector = await startTraceCollector();
  const tracing = startTracing(collector.url, silent);
  const thrown = new RangeError('of Zoë Q. Larkspur');
  const sending = tracing.traceSending({ kind: 'delivery', attempt: 1 }, () => Promise.reject(thrown));
  await expect(sending).rejects.toBe(thrown);
  await tracing.stop();
  expect(collector.spans).toMatchObject([{ attributes: { 'error.type': 'RangeError' } }]);
  expect(collector.calls[0]?.said).not.toContain('Larkspur');
});

test('spans that a slow collector cannot take are dropped: the queue is limited', async () => {
  const first = Promise.withResolvers<void>();
  const collector = await startTraceCollector((response) => void first.promise.then(() => response.end()));
  const tracing = startTracing(collector.url, silent);
  const sent = async () => 'sent' as const;
  for (let made = 0; made < 10_000; made += 1)
    await tracing.traceSending({ kind: 'mail', attempt: made }, sent);
  first.resolve();
  await tracing.stop();
  const attempts = collector.spans.map(({ attributes }) => attributes['outbox.attempt']);
  expect(attempts.length).toBe(512 + 2_048);
  expect(attempts).toContain(2_559);
});

test('stopping does not wait for a collector that hangs', async () => {
  const collector = await startTraceCollector(() => {});
  const warnings: unknown[] = [];
  const tracing = startTracing(collector.url, { warn: (...said: unknown[]) => void warnings.push(said) });
  await tracing.traceSending({ kind: 'mail', attempt: 1 }, async () => 'sent');
  await tracing.stop();
  expect(collector.calls.length).toBe(1);
  expect(warnings).toEqual([]);
});

test('a collector that keeps refusing is logged once', async () => {
  const collector = await startTraceCollector((response) => response.writeHead(500).end('Larkspur'));
  const lines: string[] = [];
  const log = pino(loggerOptions('info'), { write: (line: string) => void lines.push(line) });
  const tracing = startTracing(collector.url, log);
  for (let made = 0; made < 2_000; made += 1)
    await tracing.traceSending({ kind: 'mail', attempt: made }, async () => 'sent');
  await tracing.stop();
  expect(collector.calls.length).toBe(4);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', msg: 'traces cannot be sent at the moment', err: { type: 'OTLPExporterError' } },
  ]);
  expect(lines[0]).not.toContain('Larkspur');
});
