/**
 * Tests that neither the response nor the response time tells an attacker who tries out resume links whether a link exists (X22,
 * D55).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiClient } from '../../tests/support/api-client.ts';
import { testStores } from '../../tests/support/database.ts';
import { type MailedServers, startMailedServers } from '../../tests/support/mailed-links.ts';
import { rankDifference } from '../../tests/support/rank-difference.ts';

const calls = 500;
const atOnce = 10;

describe('the measure', () => {
  test('finds a shift of a tenth of the spread in 500 values, and no shift in equal samples', () => {
    const spread = Array.from({ length: calls }, (_, at) => (at * 7919) % 1000);
    expect(Math.abs(rankDifference(spread, spread.toReversed()))).toBeLessThan(0.01);
    const shifted = spread.map((value) => value + 100);
    expect(rankDifference(spread, shifted)).toBeLessThan(-4);
    expect(rankDifference([1, 1, 1], [1, 1, 1])).toBe(0);
  });
});

describe.each(await testStores())('an attacker who tries links on $name', (store) => {
  let mailed: MailedServers;
  beforeAll(async () => {
    mailed = await startMailedServers({ store, env: { LIMITS_FACTOR: '10000' } });
  });
  afterAll(() => mailed.stop());

  const unknownToken = () => crypto.getRandomValues(Buffer.alloc(32)).toString('base64url');

  /** Makes a call. Returns its duration in milliseconds, and its response without the values that differ in every response. */
  async function timed(path: string, json: object): Promise<{ answer: string; millis: number }> {
    const browser = apiClient(mailed.server.app);
    const from = performance.now();
    const { status, body, headers } = await browser.send<Record<string, unknown> | undefined>('POST', path, {
      json,
    });
    const millis = performance.now() - from;
    const { 'x-request-id': _id, date: _date, ...same } = headers;
    return { answer: JSON.stringify([status, { ...body, requestId: '' }, same]), millis };
  }

  test.each([
    ['/resume/link', (token: string) => ({ token })],
    ['/resume/link/open', (token: string) => ({ token, code: '000000' })],
  ])(
    'neither the response nor the time of %s reveals whether a link exists',
    async (path, bodyOf) => {
      const links = await Promise.all(Array.from({ length: atOnce }, () => mailed.linked()));
      const known: number[] = [];
      const unknown: number[] = [];
      const answers = new Set<string>();
      for (let round = 0; round < calls / atOnce; round += 1) {
        // Requests a new code after every five attempts, because a code allows only five.
        if (path.endsWith('open') && round % 5 === 0)
          await Promise.all(links.map(({ token }) => timed('/resume/link', { token })));
        await Promise.all(
          links.flatMap(({ token }, at) => {
            const ask = async (to: number[], secret: string) => {
              const { answer, millis } = await timed(path, bodyOf(secret));
              answers.add(answer);
              to.push(millis);
            };
            const both = [() => ask(known, token), () => ask(unknown, unknownToken())];
            return ((round + at) % 2 === 0 ? both : both.toReversed()).map((call) => call());
          }),
        );
      }
      expect([known.length, unknown.length]).toEqual([calls, calls]);
      expect([...answers]).toHaveLength(1);
      expect(Math.abs(rankDifference(known, unknown))).toBeLessThan(4);
    },
    300_000,
  );
});
