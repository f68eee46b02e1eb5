/**
 * Tests that the API responds to any sequence of calls as the model predicts, and stores no illegal state (X10). If a sequence
 * fails, the test prints the shortest sequence that fails, and the seed and path with which `followAny` repeats it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyOrders, beginnings, programs } from '../support/orders/any-orders.ts';
import { followAny, followOrders } from '../support/orders/follow-orders.ts';
import type { TestServer } from '../support/test-server.ts';
import { startTestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { LIMITS_FACTOR: '1000' } });
});
afterAll(() => server.stop());

test('a draft that was erased, kept or resumed matches the model', async () => {
  const [program] = programs;
  if (!program) throw new Error('no program');
  const answers = new Set<string>();
  for (const orders of beginnings.filter((one) => one.some(({ call }) => call === 'finish')))
    await followOrders(server, { program, orders }, { calls: 0, answers });
  for (const answer of ['finish 204', 'comeBack 200', 'agree 200']) expect(answers).toContain(answer);
});

test.each([1, 2, 3])('calls in any order cause no illegal state, with seed %i', async (seed) => {
  const { calls } = await followAny(server, anyOrders(12), { seed, numRuns: 2 });
  expect(calls).toBeGreaterThan(0);
});
