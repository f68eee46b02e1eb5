import { pino } from 'pino';
import { expect, test } from 'vitest';
import { testStores } from '../../tests/support/database.ts';
import { install } from '../../tests/support/test-outbox.ts';
import { outboxFigures } from '../db/queries/outbox.ts';
import { createMetrics, serveMetrics } from './metrics.ts';

test('the outbox metrics show how many jobs wait, since when, how many were given up, and how attempts ended', async () => {
  const [store] = await testStores();
  if (!store) throw new Error('no store');
  const { database, clock, ...installation } = await install(store);
  const metrics = createMetrics({ outbox: () => outboxFigures(installation.timed, ['quillbrook']) });
  const failing = { mail: fails, delivery: fails, documents: fails, code: fails, link: fails };
  const worker = installation.worker(failing, { observe: metrics.observeSending });
  await worker.runOnce();
  clock.advance(100_000);
  const [mail] = await installation.jobs();
  await database.db
    .updateTable('outbox')
    .set({ attempts: 9 })
    .where('id', '=', mail?.id ?? '')
    .execute();
  await worker.runOnce();
  const text = await metrics.text();
  expect(text).toContain('outbox_jobs{lane="mail",kind="mail",state="pending"} 0');
  expect(text).toContain('outbox_jobs{lane="mail",kind="mail",state="dead"} 1');
  expect(text).toContain('outbox_jobs{lane="delivery:quillbrook",kind="delivery",state="pending"} 1');
  expect(text).toContain('outbox_jobs{lane="delivery:quillbrook",kind="documents",state="pending"} 0');
  expect(text).toMatch(/outbox_oldest_pending_seconds\{lane="mail",kind="mail"\} 0\n/);
  expect(text).toMatch(/outbox_oldest_pending_seconds\{lane="delivery:quillbrook",kind="delivery"\} 10\d\b/);
  expect(text).toContain('outbox_attempts_total{kind="mail",outcome="failed"} 1');
  expect(text).toContain('outbox_attempts_total{kind="mail",outcome="dead"} 1');
  expect(text).toContain('outbox_attempts_total{kind="delivery",outcome="failed"} 2');
  expect(await installation.auditTrail()).toEqual(['given_up']);
});

test('the other metrics are available while the store cannot be reached', async () => {
  const metrics = createMetrics({
    outbox: () => Promise.reject(new Error('away')),
    headsAgeSeconds: () => Promise.reject(new Error('away')),
  });
  const text = await metrics.text();
  expect(text).toContain('process_cpu_seconds_total');
  expect(text).not.toMatch(/^(outbox_jobs|audit_heads_age_seconds)\b/m);
});

function fails(): Promise<never> {
  return Promise.reject(new Error('refused'));
}

test('the metrics are at /metrics of their own port, by route and status, and nothing else is', async () => {
  const metrics = createMetrics();
  metrics.observe({ method: 'PATCH', route: '/api/v1/application/:id', status: 200, ms: 30 });
  const { port, stop } = await serveMetrics(metrics, 0, '127.0.0.1', pino({ level: 'silent' }));
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(text).toContain(
    'http_request_duration_seconds_count{method="PATCH",route="/api/v1/application/:id",status="200"} 1',
  );
  expect(text).toContain('process_cpu_seconds_total');
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  await stop();
});

test('metrics that cannot be read are an error to the caller and do not stop the server', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const { port, stop } = await serveMetrics({ text: fails }, 0, '127.0.0.1', log);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(500);
  expect(lines).toEqual([expect.stringContaining('the metrics cannot be read')]);
  await stop();
});
