import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testStores } from '../../../tests/support/database.ts';
import { operatorOf } from '../../../tests/support/operator-call.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';
import { sweepRows } from '../../jobs/sweep-rows.ts';
import { parseRanges } from '../../net/client-address.ts';
import { loggerOptions } from '../../observability/logging.ts';
import type { Finding } from '../../operator/doctor/checks.ts';
import { buildApp } from '../app.ts';
import { watchForwarded } from './disbelieved-proxy.ts';

const trustedProxies = parseRanges('10.0.0.0/24');
if (!trustedProxies) throw new Error('no ranges');
const production = { nodeEnv: 'production', trustedProxies } as const;
const from = (remoteAddress: string, ...rawHeaders: string[]) => ({ rawHeaders, socket: { remoteAddress } });
const forwarded = ['X-Forwarded-For', '203.0.113.7'] as const;

/** Starts watching requests with a fake clock. Counts the warnings and the calls to `note`. */
function watched(settings: Parameters<typeof watchForwarded>[0] = production) {
  const seen = { warnings: 0, notes: 0 };
  const clock = { millis: 0 };
  const look = watchForwarded(
    settings,
    {
      warn: () => {
        seen.warnings += 1;
      },
    },
    async () => {
      seen.notes += 1;
    },
    () => clock.millis,
  );
  return { look, seen, clock };
}

describe('an X-Forwarded-For from an untrusted peer', () => {
  test('is warned about at once, and then once a minute', () => {
    const { look, seen, clock } = watched();
    look(from('10.1.0.1', ...forwarded));
    look(from('10.1.0.1', ...forwarded));
    expect(seen).toEqual({ warnings: 1, notes: 1 });
    clock.millis = 59_999;
    look(from('10.1.0.1', ...forwarded));
    expect(seen.warnings).toBe(1);
    clock.millis = 60_000;
    look(from('::ffff:10.1.0.1', ...forwarded));
    expect(seen).toEqual({ warnings: 2, notes: 2 });
  });

  test('is not reported without the header, from a trusted proxy, or outside production', () => {
    const { look, seen } = watched();
    look(from('10.1.0.1', 'Host', 'apply.acme.example'));
    look(from('10.0.0.9', ...forwarded));
    const outside = watched({ nodeEnv: 'development', trustedProxies: production.trustedProxies });
    outside.look(from('10.1.0.1', ...forwarded));
    expect([seen, outside.seen]).toEqual([
      { warnings: 0, notes: 0 },
      { warnings: 0, notes: 0 },
    ]);
  });
});

test.each(await testStores())(
  'a production node on $name warns without an address, and the doctor reports it for at most two hours',
  async (store) => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const lines: string[] = [];
    const log = pino(loggerOptions('warn'), { write: (line: string) => void lines.push(line) });
    const { services } = server;
    const settings = {
      ...services.settings,
      nodeEnv: 'production',
      trustedProxies: production.trustedProxies,
    } as const;
    const app = await buildApp({ ...services, settings }, log);
    onTestFinished(() => app.close());
    const ask = (remoteAddress: string) =>
      app.inject({ url: '/health/live', remoteAddress, headers: { 'x-forwarded-for': '203.0.113.7' } });
    const proxyOf = async () => {
      const { data } = await operatorOf(server)(['doctor']);
      return (data as { findings: Finding[] }).findings.filter(({ check }) => check === 'proxy');
    };
    await ask('10.0.0.9');
    expect(lines).toEqual([]);
    expect(await proxyOf()).toMatchObject([{ state: 'fine' }]);
    await ask('10.1.0.1');
    await ask('10.1.0.1');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('TRUSTED_PROXIES does not name its sender');
    expect(lines[0]).not.toMatch(/10\.1\.0\.1|203\.0\.113/);
    await expect.poll(proxyOf).toMatchObject([{ state: 'problem' }]);
    server.clock.advance(3_600_000);
    await sweepRows(services, () => {});
    expect(await proxyOf()).toMatchObject([{ state: 'problem' }]);
    server.clock.advance(3_600_000);
    expect(await proxyOf()).toMatchObject([{ state: 'fine' }]);
  },
);
