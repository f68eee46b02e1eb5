/**
 * Tests that the alerts in deploy/prometheus fire when they should, and use only series that every node has from its start. Also
 * tests that docs/runbook.md has an entry for each alert.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { outboxKinds } from '../../server/db/queries/outbox.ts';
import { createMetrics } from '../../server/observability/metrics.ts';
import { findProgram } from '../support/services.ts';

const folder = join(import.meta.dirname, '../../deploy/prometheus');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const rules = read('rules.yml');
const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name);
/** The PromQL expression of each rule. */
const expressions = rules
  .split(/^ +- alert: /m)
  .slice(1)
  .map((rule) => /expr: (.*?)\n +(?:for|labels):/s.exec(rule)?.[1] ?? '');

const promtool = findProgram('promtool');

test.skipIf(promtool === undefined)('each rule fires exactly when its cases say', () => {
  const run = spawnSync(promtool ?? '', ['test', 'rules', 'rules.test.yml'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(run.stdout + run.stderr).toContain('SUCCESS');
  expect(run.status).toBe(0);
});

test('each alert has a case in which it fires and one in which it does not', () => {
  const cases = read('rules.test.yml');
  const shown = (alert: string) =>
    [...cases.matchAll(new RegExp(`alertname: ${alert},?\\s+exp_alerts: \\[(.?)`, 'g'))].map(
      ([, first]) => first,
    );
  expect(alerts.length).toBeGreaterThan(10);
  expect(expressions.filter(Boolean)).toHaveLength(alerts.length);
  expect(alerts.filter((alert) => !shown(alert).includes('{') || !shown(alert).includes(']'))).toEqual([]);
});

describe('docs/runbook.md', () => {
  const runbook = readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
  const [, section = ''] = /^## Alerts$(.*?)^## /ms.exec(runbook) ?? [];
  const entries = section.split(/^### /m).slice(1);

  test('has one entry for each alert, in the order of the rules, with its severity', () => {
    const severities = [...rules.matchAll(/severity: (\w+)/g)].map(([, severity = '']) => severity);
    const shown = entries.map((entry) => /^(\w+)\n\nSeverity: (\w+)\. ./.exec(entry)?.slice(1));
    expect(shown).toEqual(alerts.map((alert, at) => [alert, severities[at]]));
  });

  test('has a heading for each link of a rule', () => {
    const named = [...rules.matchAll(/See "([^"]+)" in docs\/runbook\.md/g)].map(
      ([, heading = '']) => heading,
    );
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((heading) => !runbook.includes(`\n### ${heading}\n`))).toEqual([]);
  });
});

test('each series that a rule queries exists before anything has happened', async () => {
  const nothing = { pending: 0, dead: 0, oldestSeconds: 0 };
  const metrics = createMetrics(
    {
      outbox: async () => outboxKinds.map((kind) => ({ lane: 'mail', kind, ...nothing })),
      headsAgeSeconds: async () => 0,
    },
    ['acme'],
  );
  const series = (await metrics.text()).split('\n').filter((line) => !line.startsWith('#'));
  const asked = expressions.flatMap((expression) => [
    ...expression.matchAll(/\b([a-z]+(?:_[a-z]+)+)(?:\{([^}]*)\})?(?=[[)\s]|$)/g),
  ]);
  expect(asked.length).toBeGreaterThanOrEqual(expressions.length);
  const missing = asked.filter(([, name = '', labels = '']) => {
    const fixed = [...labels.matchAll(/(\w+="[^"]*")/g)].map(([, label = '']) => label);
    return !series.some(
      (line) =>
        (line.startsWith(`${name}{`) || line.startsWith(`${name} `)) &&
        fixed.every((label) => line.includes(label)),
    );
  });
  expect(missing.map(([whole]) => whole)).toEqual([]);
});
