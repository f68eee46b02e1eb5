/** How a job is claimed, retried, given up and held back. The long tests of the outbox test the same with real receivers. */
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../tests/support/database.ts';
import { install } from '../../tests/support/test-outbox.ts';
import type { AuditEvent } from '../db/queries/audit-events.ts';
import { enqueue, type OutboxJob, outboxKinds } from '../db/queries/outbox.ts';
import type { Sender, Senders } from './outbox-worker.ts';
import { HandOverFailed } from './outbox-worker.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

const installed = () => install({ name: 'embedded', open: openTestDatabase });

/** The audit event of each kind of job once it is sent. */
const sent = (job: OutboxJob): AuditEvent => ({
  type: job.kind === 'mail' ? 'mail_sent' : 'delivered',
  detail: { jobId: job.id },
});

/** Senders that use this one for every kind. */
const sendersBy = (send: Sender) => Object.fromEntries(outboxKinds.map((kind) => [kind, send])) as Senders;

const hang = () => new Promise<never>(() => {});

test('a job stays with the worker that holds it, goes to the next once its lease has expired, and is recorded once', async () => {
  const { clock, jobs, auditTrail, worker } = await installed();
  const outcome = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const ids: string[] = [];
  const slow = worker(
    sendersBy(async (job) => {
      ids.push(job.id);
      if (ids.length === 2) held.resolve();
      await outcome.promise;
      if (job.kind === 'mail') throw new Error('too late');
      return sent(job);
    }),
    { at: clock.now },
  );
  await held.promise;
  const again: string[] = [];
  const next = worker(
    sendersBy(async (job) => {
      again.push(job.id);
      return sent(job);
    }),
  );
  clock.advance(2 * minute);
  await next.runOnce();
  expect(again).toEqual([]);
  clock.advance(hour);
  await next.runOnce();
  expect(again.toSorted()).toEqual(ids.toSorted());
  outcome.resolve();
  await slow.runOnce();
  const ended = { attempts: 2, done_date_time: clock.now, lease_by: null, last_error: null };
  expect(await jobs()).toMatchObject([ended, ended]);
  expect((await auditTrail()).sort()).toEqual(['delivered', 'mail_sent']);
});

test('a delivery is not retried before the time that its receiver named', async () => {
  const { clock, jobs, worker } = await installed();
  const busy = Object.assign(new Error('busy'), { retryAfterMillis: 10 * minute });
  const refuse = sendersBy(async () => {
    throw new HandOverFailed(busy);
  });
  const only = worker(refuse);
  await only.runOnce();
  clock.advance(10 * minute - 1);
  await only.runOnce();
  expect((await jobs()).map(({ attempts }) => attempts)).toEqual([1, 1]);
  clock.advance(1);
  await only.runOnce();
  expect((await jobs()).map(({ attempts }) => attempts)).toEqual([2, 2]);
});

test('a job that failed ten times is given up, with an event; an attempt cut short by a stop is not the last', async () => {
  const { clock, database, jobs, auditTrail, worker } = await installed();
  await database.db.updateTable('outbox').set({ attempts: 9 }).execute();
  const stopped = worker(
    sendersBy(async (job) => {
      if (job.kind === 'mail') throw new Error('out of order');
      return hang();
    }),
    { stopMillis: 0 },
  );
  const gaveUp = { attempts: 10, dead_date_time: clock.now, last_error: 'Error' };
  await expect.poll(jobs).toMatchObject([gaveUp, { attempts: 10, lease_by: expect.any(String) }]);
  await stopped.stop();
  expect(await jobs()).toMatchObject([gaveUp, { dead_date_time: null, lease_by: null }]);
  expect(await auditTrail()).toEqual(['given_up']);
  clock.advance(1000 * hour);
  const kinds: string[] = [];
  await worker(
    sendersBy(async (job) => {
      kinds.push(job.kind);
      return sent(job);
    }),
  ).runOnce();
  expect(kinds).toEqual(['delivery']);
});

test("after our own failures every delivery is tried, after a provider's refusals only a few", async () => {
  const { clock, database, applicationId, jobs, worker } = await installed();
  await database.db.transaction().execute(async (transaction) => {
    for (let count = 0; count < 20; count += 1)
      await enqueue(transaction, applicationId, 'delivery', clock.now);
  });
  const tried = async (times: number) =>
    (await jobs()).filter(({ attempts, kind }) => kind === 'delivery' && attempts === times).length;
  const failing = (error: Error) =>
    worker(
      sendersBy(async () => {
        throw error;
      }),
      { clock: () => 0 },
    );
  await failing(new Error('The keys are away.')).runOnce();
  expect(await tried(1)).toBe(21);
  clock.advance(hour);
  await failing(new HandOverFailed(new Error('refused'))).runOnce();
  expect(await tried(2)).toBe(16);
});

test('nothing is claimed while the disk is full, or after a stop', async () => {
  const { database, jobs, worker } = await installed();
  const senders = sendersBy(async (job) => sent(job));
  const full = worker(senders, { database: { ...database, hasRoom: async () => false } });
  await full.runOnce();
  let hasRoom = false;
  const stopped = worker(senders, { database: { ...database, hasRoom: async () => hasRoom } });
  await stopped.stop();
  hasRoom = true;
  await stopped.runOnce();
  expect((await jobs()).map(({ attempts }) => attempts)).toEqual([0, 0]);
});
