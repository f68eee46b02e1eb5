/** Tests the metrics of resuming by email. The API tests cover the responses. */
import { expect, onTestFinished, test } from 'vitest';
import type { ApiClient } from '../../tests/support/api-client.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { newestMail } from '../../tests/support/mailed-files.ts';
import { codeIn, linkIn, open } from '../../tests/support/mailed-links.ts';
import { create } from '../../tests/support/sample-application.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { remindMillis } from './email-token.ts';

const hour = 60 * 60_000;
const address = 'dana@greenacre.example';

async function started() {
  const metricsPort = String(await freePort());
  const server = await startTestServer({ env: { PORT: '0', METRICS_PORT: metricsPort } });
  onTestFinished(server.stop);
  // The limit counts codes per clock hour.
  server.clock.advance(hour - (server.clock.now().getTime() % hour));
  let before: Readonly<Record<string, number>> = {};
  /** Returns the number of email resume events since the previous call, by event and reason. */
  const counted = async () => {
    const text = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text();
    const series = [...text.matchAll(/^ways_back_total\{(.*)\} (\d+)$/gm)].filter(([, labels]) =>
      labels?.includes('way="email"'),
    );
    const now = Object.fromEntries(
      series.map(([, labels = '', count]) => {
        const label = (name: string) => new RegExp(`${name}="(\\w*)"`).exec(labels)?.[1] ?? '';
        return [`${label('event')} ${label('reason')}`.trim(), Number(count)];
      }),
    );
    const since = Object.entries(now).map(([name, count]) => [name, count - (before[name] ?? 0)] as const);
    before = now;
    return Object.fromEntries(since.filter(([, count]) => count > 0));
  };
  const ask = async (browser: ApiClient) => {
    expect((await browser.send('POST', '/resume/email', { json: { email: address } })).status).toBe(204);
    return codeIn(await newestMail(server));
  };
  const confirm = async (browser: ApiClient, code: string) =>
    (await browser.send('POST', '/resume/email/confirm', { json: { code } })).status;
  return { server, counted, ask, confirm };
}

/** Returns a code that is different from the given one. */
const wrong = (code: string) => (code.startsWith('1') ? '200000' : '100000');

test('each attempt with a code or a link is counted by its outcome', async () => {
  const { server, counted, ask, confirm } = await started();
  const browser = server.client();
  await browser.start();
  await create(browser);

  const spent = await ask(browser);
  for (let tries = 0; tries < 5; tries += 1) expect(await confirm(browser, wrong(spent))).toBe(404);
  expect(await counted()).toEqual({ 'failed wrong_code': 4, 'failed code_exhausted': 1 });
  expect(await confirm(browser, spent)).toBe(404);
  expect(await counted()).toEqual({ 'failed no_way': 1 });

  expect(await confirm(browser, await ask(browser))).toBe(204);
  const token = linkIn(await newestMail(server));
  expect(await counted()).toEqual({});

  const other = server.client();
  const askForCode = () => other.send('POST', '/resume/link', { json: { token } });
  for (let codes = 0; codes < 3; codes += 1) expect((await askForCode()).status).toBe(204);
  const code = codeIn(await newestMail(server));
  expect(await counted()).toEqual({});
  expect((await askForCode()).status).toBe(204);
  expect(await counted()).toEqual({ 'failed too_many_codes': 1 });

  expect(await open(other, token, wrong(code))).toBe(404);
  expect(await counted()).toEqual({ 'failed wrong_code': 1 });
  expect(await open(other, 'x'.repeat(43), code)).toBe(404);
  expect(await counted()).toEqual({ 'failed no_way': 1 });
  expect(await open(other, token, code)).toBe(200);
  expect(await counted()).toEqual({ opened: 1 });
});

test.each([
  ['a malformed address', 'dana'],
  ['an empty address', ''],
  ['null', null],
])('a code is not sent to %s', async (_what, email) => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const browser = server.client();
  await browser.start();
  await create(browser);
  const { status, body } = await browser.send('POST', '/resume/email', { json: { email } });
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: expect.stringMatching(/^(validation_failed|invalid_request)$/) });
});

test('a resume link gets a reminder a day before it expires, unless it lasts only a day', () => {
  const lasting = (days: number) => remindMillis({ days } as Parameters<typeof remindMillis>[0]);
  expect([1, 2, 5].map(lasting)).toEqual([0, 24 * hour, 24 * hour]);
});
