/** Tests that a receiver that hangs or refuses everything doesn't delay the other receivers (S7). */
import { describe, expect, test } from 'vitest';
import { testStores } from '../../tests/support/database.ts';
import { install } from '../../tests/support/test-outbox.ts';
import { requestRetry } from '../db/queries/operator/outbox-list.ts';
import type { Lane } from '../db/queries/outbox.ts';
import { enqueue, laneOfProvider } from '../db/queries/outbox.ts';
import { firstPause } from './breaker.ts';
import { HandOverFailed, type Sender, type Senders } from './outbox-worker.ts';

const mailed: Sender = async () => ({ type: 'mail_sent' });

/** Returns senders that send emails instantly, and that send deliveries with `delivery`. */
function sendersOf(delivery: Sender): Senders {
  return { mail: mailed, link: mailed, replaced: mailed, code: mailed, delivery, documents: delivery };
}

const taken = { type: 'delivered' } as const;

/** Fails as if the receiver refused the job. */
async function refused(): Promise<never> {
  throw new HandOverFailed(new Error('refused'));
}

const hour = 3_600_000;

describe.each(await testStores())('queues on $name', (store) => {
  test('are separate per kind of mail and per provider', async () => {
    const installation = await install(store);
    expect((await installation.jobs()).map(({ kind, lane }) => [kind, lane])).toEqual([
      ['mail', 'mail'],
      ['delivery', 'delivery:quillbrook'],
    ]);
  });

  /** Returns an installation whose outbox contains these numbers of deliveries to these providers, and no other jobs. */
  async function holding(providers: Readonly<Record<string, number>>) {
    const installation = await install(store);
    const { applicationId, clock } = installation;
    const { db } = installation.database;
    await db.deleteFrom('outbox').execute();
    for (const [provider, count] of Object.entries(providers)) {
      await db.transaction().execute(async (transaction) => {
        for (let at = 0; at < count; at += 1)
          await enqueue(transaction, applicationId, 'delivery', clock.now);
      });
      const lane = laneOfProvider(provider);
      await db.updateTable('outbox').set({ lane }).where('lane', '=', 'delivery:quillbrook').execute();
    }
    return installation;
  }

  /**
   * Returns senders whose deliveries hang until `release` is called. Only deliveries in the queue `works` don't hang. Counts the
   * deliveries that hang.
   */
  function hanging(works: Lane) {
    const release = Promise.withResolvers<void>();
    const worked = Promise.withResolvers<void>();
    const underWay = new Map<Lane, number>();
    const senders = sendersOf(async ({ lane }) => {
      if (lane === works) worked.resolve();
      else {
        underWay.set(lane, (underWay.get(lane) ?? 0) + 1);
        await release.promise;
      }
      return taken;
    });
    return { senders, underWay, release: release.resolve, worked: worked.promise };
  }

  test('of a hung provider run a limited number of its deliveries, and none of other providers', async () => {
    const installation = await holding({ hung: 20, other: 1 });
    const { senders, underWay, release, worked } = hanging('delivery:other');
    const worker = installation.worker(senders);
    await worked;
    expect(underWay).toEqual(new Map([['delivery:hung', 16]]));
    release();
    await worker.runOnce();
    const jobs = await installation.jobs();
    expect(jobs.filter(({ done_date_time }) => done_date_time === null)).toEqual([]);
  });

  test('have room for another provider when four hang', async () => {
    const installation = await holding({ a: 20, b: 20, c: 20, d: 20, z: 1 });
    const { senders, underWay, release, worked } = hanging('delivery:z');
    installation.worker(senders);
    await worked;
    expect([...underWay.values()].sort((one, other) => other - one)).toEqual([16, 16, 6, 2]);
    release();
  });

  test('try one delivery at a time while a provider accepts nothing, and all of them once it does', async () => {
    const installation = await holding({ away: 40 });
    const { clock } = installation;
    let isBack = false;
    let now = 0;
    let tries = 0;
    const states: boolean[] = [];
    const worker = installation.worker(
      sendersOf(async () => {
        tries += 1;
        return isBack ? taken : refused();
      }),
      { clock: () => now, observeBreaker: (_lane, isOpen) => states.push(isOpen) },
    );
    await worker.runOnce();
    expect(tries).toBe(16);
    await worker.runOnce();
    expect(tries).toBe(16);
    now += firstPause;
    await worker.runOnce();
    expect(tries).toBe(17);
    isBack = true;
    now += 2 * firstPause;
    clock.advance(hour);
    await worker.runOnce();
    expect(tries).toBe(17 + 40);
    expect(states).toEqual([false, true, false]);
  });

  test('are tried at once, on every node, when an operator requests it', async () => {
    const installation = await holding({ away: 40 });
    const { clock, database } = installation;
    let tries = 0;
    const options = { clock: () => 0 };
    const senders = sendersOf(() => {
      tries += 1;
      return refused();
    });
    const nodes = [installation.worker(senders, options)];
    await nodes[0]?.runOnce();
    nodes.push(installation.worker(senders, options));
    await nodes[1]?.runOnce();
    const before = tries;
    clock.advance(1);
    await requestRetry(database.db, 'delivery:away', clock.now);
    for (const node of [...nodes, ...nodes]) await node.runOnce();
    expect(tries - before).toBe(2);
  });

  test('are not held back after failures of our own', async () => {
    const installation = await holding({ fine: 40 });
    let tries = 0;
    const worker = installation.worker(
      sendersOf(async () => {
        tries += 1;
        throw new Error('The keys are away.');
      }),
      { clock: () => 0 },
    );
    await worker.runOnce();
    expect(tries).toBe(40);
  });
});
