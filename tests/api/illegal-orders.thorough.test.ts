/**
 * Tests many random sequences of calls, which are longer than those of `illegal-orders.test.ts` (X10). By default, each run uses
 * the same sequences and so reaches the same outcomes. `SEED=…` selects other sequences.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testStores } from '../support/database.ts';
import { anyOrders } from '../support/orders/any-orders.ts';
import { followAny } from '../support/orders/follow-orders.ts';
import { partOf, triesAll } from '../support/rounds.ts';
import type { TestServer } from '../support/test-server.ts';
import { startTestServer } from '../support/test-server.ts';

/** The number of sequences on each store. The embedded store takes three times as long per sequence. */
const sequences = { embedded: partOf(40), PostgreSQL: partOf(160) };

/**
 * The default seed. The sequences of this seed reach all outcomes in `mustBeReached`. The seed was found by running the model
 * alone, without a server.
 */
const usualSeed = 63;
const { SEED: seed = usualSeed } = process.env;

/** The outcomes that the sequences must reach. Without these, the test would prove little. */
const mustBeReached = [
  'addLateDocument done',
  'agree agreement_unread',
  'agree conflict',
  'agree session_invalid',
  'change 200',
  'comeBack 200',
  'comeBack resource_not_found',
  'change conflict',
  'change resource_not_found',
  'change stale',
  'changePerson 200',
  'changePerson conflict',
  'decide done',
  'finish 204',
  'finish conflict',
  'notMe 204',
  'submit 200',
  'submit agreement_unread',
  'submit session_invalid',
  'submit validation_failed',
  'withdraw done',
];

describe.each(await testStores())('calls in any order on $name', (store) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ store, env: { LIMITS_FACTOR: '1000' } });
  });
  afterAll(() => server.stop());

  test(`cause no illegal state, with seed ${seed}`, async () => {
    const orders = anyOrders(20, { withLateDocuments: true });
    const { answers } = await followAny(server, orders, {
      seed: Number(seed),
      numRuns: sequences[store.name],
    });
    if (triesAll && seed === usualSeed)
      expect(mustBeReached.filter((answer) => !answers.has(answer))).toEqual([]);
  }, 600_000);
});
