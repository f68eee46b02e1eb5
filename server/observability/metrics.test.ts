import { pino } from 'pino';
import { expect, test } from 'vitest';
import { testStores } from '../../tests/support/database.ts';
import { install } from '../../tests/support/test-outbox.ts';
import { buildInfo } from '../config/build-info.ts';
import { outboxFigures } from '../db/queries/outbox.ts';
import type { OperatorCommand } from '../operator/command.ts';
import { commands } from '../operator/command-list.ts';
import { createMetrics, serveMetrics } from './metrics.ts';
import { securityEvents } from './security-events.ts';

test('the outbox metrics show how many jobs wait, the age of the oldest, how many were given up, and how attempts ended', async () => {
  const [store] = await testStores();
  if (!store) throw new Error('no store');
  const { database, clock, ...installation } = await install(store);
  const metrics = createMetrics({ outbox: () => outboxFigures(installation.timed, ['quillbrook']) });
  const failing = {
    mail: fails,
    delivery: fails,
    documents: fails,
    code: fails,
    link: fails,
    replaced: fails,
  };
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

test('the running build is a series of its own, with the value 1', async () => {
  const { version, commit, node } = buildInfo;
  const text = await createMetrics().text();
  expect(text).toContain(`build_info{version="${version}",commit="${commit}",node="${node}"} 1\n`);
});

test('figures of the store keep their last value while the store is unreachable, and report their age', async () => {
  let isAway = false;
  const read = <Figures>(figures: Figures) =>
    isAway ? Promise.reject(new Error('away')) : Promise.resolve(figures);
  const job = { lane: 'mail', kind: 'mail', pending: 3, dead: 1, oldestSeconds: 90 } as const;
  const metrics = createMetrics({
    outbox: () => read([job]),
    headsAgeSeconds: () => read(7_200),
    keptDrafts: () => read(new Map([['device', 4]] as const)),
    unnamedObjects: () => read({ due: 2, oldestSeconds: 5 }),
  });
  const values = async () =>
    (await metrics.text())
      .split('\n')
      .filter((line) =>
        /^(outbox_(jobs|oldest)|audit_heads_age|drafts_|documents_bucket_\w*unnamed)/.test(line),
      );
  const ages = async () => [
    ...(await metrics.text()).matchAll(/^stored_figures_age_seconds\{figures="(\w+)"\} (\S+)$/gm),
  ];
  const before = await values();
  expect(before).toContain('outbox_jobs{lane="mail",kind="mail",state="dead"} 1');
  expect(before).toContain('audit_heads_age_seconds 7200');
  expect(before).toHaveLength(8);
  expect((await ages()).map(([, figures, age]) => [figures, age])).toEqual([
    ['outbox', '0'],
    ['drafts', '0'],
    ['documents', '0'],
    ['audit_heads', '0'],
  ]);
  isAway = true;
  expect(await values()).toEqual(before);
  expect((await ages()).filter(([, , age]) => Number(age) > 0)).toHaveLength(4);
});

test('the other metrics work while the store is unreachable; figures never read are absent', async () => {
  const away = () => Promise.reject(new Error('away'));
  const metrics = createMetrics({ outbox: away, headsAgeSeconds: away, unnamedObjects: away });
  const text = await metrics.text();
  expect(text).toContain('process_cpu_seconds_total');
  expect(text).not.toMatch(/^(outbox_jobs|audit_heads_age_seconds|documents_bucket_\w*unnamed\w*)\b/m);
  expect(text).toMatch(/^stored_figures_age_seconds\{figures="outbox"\} 0\.\d/m);
});

test('each counter with known labels starts at 0, so that a rate sees the first event', async () => {
  const text = await createMetrics(undefined, ['acme']).text();
  for (const [event, reasons] of Object.entries(securityEvents))
    for (const reason of reasons)
      expect(text).toContain(`security_events_total{event="${event}",reason="${reason}"} 0\n`);
  for (const series of [
    'audit_heads_exports_total{outcome="failed"} 0',
    'outbox_attempts_total{kind="code",outcome="dead"} 0',
    'outbox_breaker_open{lane="delivery:acme"} 0',
    'swept_rows_total{what="drafts"} 0',
    'swept_sessions_total{reason="lifetime"} 0',
    'swept_drafts_total{reason="idle"} 0',
  ])
    expect(text).toContain(`${series}\n`);
  expect(text).toMatch(/^ways_back_total\{reason="misses",event="closed",way="device"\} 0$/m);
});

test('the reasons of the event “revealed” are the commands that can reveal answers', () => {
  const revealing = commands.filter((command) => 'run' in command && canReveal(command));
  expect([...securityEvents.revealed].sort()).toEqual(revealing.map(({ name }) => name).sort());
});

function canReveal({ role }: OperatorCommand): boolean {
  return (
    role === 'reveal' ||
    (typeof role === 'function' && role({ positionals: [], options: { reveal: true } }) === 'reveal')
  );
}

function fails(): Promise<never> {
  return Promise.reject(new Error('refused'));
}

test('/metrics on its own port serves the metrics by route and status, and nothing else', async () => {
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

test('unreadable metrics are an error to the caller and do not stop the server', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const { port, stop } = await serveMetrics({ text: fails }, 0, '127.0.0.1', log);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(500);
  expect(lines).toEqual([expect.stringContaining('the metrics cannot be read')]);
  await stop();
});
