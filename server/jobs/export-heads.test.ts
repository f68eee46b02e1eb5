import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { freshFolder, testStores } from '../../tests/support/database.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { operatorOf } from '../../tests/support/operator-call.ts';
import { begun } from '../../tests/support/sample-application.ts';
import { hasOpenssl, trustedCertificate } from '../../tests/support/test-certificate.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import type { Services } from '../services.ts';
import { exportHeadsIfDue, startHeadsExport } from './export-heads.ts';

const day = 24 * 60 * 60_000;

describe.each(await testStores())('the heads of the audit trails on $name', (store) => {
  async function started(sink: string) {
    const server = await startTestServer({ store, env: { AUDIT_HEADS_SINK: sink } });
    onTestFinished(server.stop);
    const { id } = await begun(server.client());
    // The server exports immediately when it starts, so advance to the next day, when the next export is due.
    server.clock.advance(day);
    return { server, id };
  }

  test('are exported once a day to a folder, are signed, and can be verified', async () => {
    const folder = await freshFolder();
    const { server } = await started(folder);
    const { services } = server;
    const node = await startTestServer({ database: server.database, env: { AUDIT_HEADS_SINK: folder } });
    onTestFinished(node.stop);
    const before = await readdir(folder);
    const both = await Promise.all([exportHeadsIfDue(services), exportHeadsIfDue(node.services)]);
    expect(both.filter(Boolean)).toHaveLength(1);
    expect(await exportHeadsIfDue(services)).toBe(false);
    const [name = ''] = (await readdir(folder)).filter((one) => !before.includes(one));
    expect(name).toMatch(/^audit-heads-[\dTZ-]+\.jsonl$/);

    const operator = operatorOf(server);
    const bytes = await readFile(join(folder, name));
    expect(await operator(['audit', 'verify', name], { name, bytes })).toMatchObject({ exitCode: 0 });
    const lines = bytes.toString().trimEnd().split('\n');
    const { signature, ...closing } = JSON.parse(lines.at(-1) ?? '');
    const publicKey = createPublicKey((await operator(['audit', 'key'])).text);
    const signed = Buffer.from(`${JSON.stringify(closing)}\n`);
    expect(verify(null, signed, publicKey, Buffer.from(signature, 'base64'))).toBe(true);

    server.clock.advance(day - 60_000);
    expect(await exportHeadsIfDue(services)).toBe(false);
    server.clock.advance(60_000);
    expect(await exportHeadsIfDue(services)).toBe(true);
  });

  test('signed by another installation are refused, and unsigned ones need --unsigned', async () => {
    const folders = [await freshFolder(), await freshFolder()] as const;
    const [one, other] = [await started(folders[0]), await started(folders[1])];
    await exportHeadsIfDue(other.server.services);
    const name = (await readdir(folders[1])).sort().at(-1) ?? '';
    const foreign = await readFile(join(folders[1], name));
    const operator = operatorOf(one.server);
    const refused = await operator(['audit', 'verify', name], { name, bytes: foreign });
    expect(refused.text).toContain('not signed by this installation');
    const old = Buffer.from(foreign.toString().replace('"version":2', '"version":1'));
    const unsigned = await operator(['audit', 'verify', name], { name, bytes: old });
    expect(unsigned.text).toContain('--unsigned');
  });

  test('that cannot be written are retried after ten minutes', async () => {
    const file = join(await freshFolder(), 'file');
    await writeFile(file, '');
    const { server } = await started(join(file, 'below'));
    await expect(exportHeadsIfDue(server.services)).rejects.toThrow('ENOTDIR');
    expect(await exportHeadsIfDue(server.services)).toBe(false);
    server.clock.advance(9 * 60_000);
    expect(await exportHeadsIfDue(server.services)).toBe(false);
    server.clock.advance(60_000);
    await expect(exportHeadsIfDue(server.services)).rejects.toThrow('ENOTDIR');
  });
});

test('the metrics show whether audit heads were exported or an export failed', async () => {
  const file = join(await freshFolder(), 'file');
  await writeFile(file, '');
  async function headsMetrics(sink: string) {
    const metricsPort = String(await freePort());
    const server = await startTestServer({ env: { AUDIT_HEADS_SINK: sink, METRICS_PORT: metricsPort } });
    onTestFinished(server.stop);
    return vi.waitFor(async () => {
      const text = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text();
      const lines = text.split('\n').filter((line) => /^audit_heads_.* (?!0$)/.test(line));
      expect(lines.join()).toContain('audit_heads_exports_total');
      return lines;
    });
  }
  expect(await headsMetrics(join(file, 'below'))).toEqual(['audit_heads_exports_total{outcome="failed"} 1']);
  const [age, exported] = await headsMetrics(await freshFolder());
  expect(age).toMatch(/^audit_heads_age_seconds \d/);
  expect(exported).toBe('audit_heads_exports_total{outcome="exported"} 1');
});

test.runIf(hasOpenssl)('the heads are uploaded to an https address, with its credentials', async () => {
  const received: { url: string; method: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const sinkServer = createServer(trustedCertificate(), async (request, response) => {
    const { url = '', method = '', headers } = request;
    received.push({ url, method, headers, body: (await buffer(request)).toString() });
    response.writeHead(received.length === 2 ? 412 : 201).end();
  }).listen(0, '127.0.0.1');
  await once(sinkServer, 'listening');
  onTestFinished(() => void sinkServer.close());
  const { port } = sinkServer.address() as AddressInfo;
  const sink = `https://card:s%40fe@127.0.0.1:${port}/heads/`;
  const server = await startTestServer({ env: { AUDIT_HEADS_SINK: sink } });
  onTestFinished(server.stop);
  await vi.waitFor(() => expect(received).toHaveLength(1));
  server.clock.advance(day);
  await expect(exportHeadsIfDue(server.services)).rejects.toThrow('412');
  server.clock.advance(day);
  const timeouts = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => void timeouts.mockRestore());
  expect(await exportHeadsIfDue(server.services)).toBe(true);
  expect(timeouts.mock.calls).toContainEqual([5 * 60_000]);
  for (const { url, method, headers, body } of received) {
    expect(url).toMatch(/^\/heads\/audit-heads-[\dTZ-]+\.jsonl$/);
    expect(method).toBe('PUT');
    expect(headers).toMatchObject({
      authorization: `Basic ${Buffer.from('card:s@fe').toString('base64')}`,
      'content-type': 'application/jsonl',
      'if-none-match': '*',
    });
    expect(body).toContain('"signature"');
  }
});

test('the server checks once a minute whether the heads are due, until it stops', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const said: string[] = [];
  const log = { info: () => {}, error: (_error: unknown, words: string) => said.push(words) };
  const outcomes: string[] = [];
  const start = (auditHeadsSink: string | undefined) =>
    // The server has no database in this test, so every check fails.
    startHeadsExport(
      { settings: { auditHeadsSink } } as Services,
      log as unknown as FastifyBaseLogger,
      (outcome) => outcomes.push(outcome),
    );
  const exporting = start('/nowhere');
  /** Advances the clock by `millis` milliseconds. Returns how many failures have been logged since the start of the test. */
  const failuresAfter = async (millis: number) => {
    vi.advanceTimersByTime(millis);
    await setImmediate();
    return said.length;
  };
  expect(await failuresAfter(59_999)).toBe(1);
  expect(await failuresAfter(1)).toBe(2);
  await exporting.stop();
  expect(await failuresAfter(600_000)).toBe(2);
  expect(new Set(said)).toEqual(new Set(['could not export the heads of the audit trails']));
  expect(outcomes).toEqual(['failed', 'failed']);
});
