/** Tests how jobs are claimed, retried, dead-lettered and postponed. The long tests of the outbox use real receivers. */
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTestDatabase } from '../../tests/support/database.ts';
import { install } from '../../tests/support/test-outbox.ts';
import type { Database } from '../db/database.ts';
import type { AuditEvent } from '../db/queries/audit-events.ts';
import { enqueue, type OutboxJob, outboxKinds } from '../db/queries/outbox.ts';
import type { StoreKeys } from '../security/installation-key.ts';
import {
  HandOverFailed,
  NothingToSend,
  retryDelay,
  type Sender,
  type Senders,
  startOutboxWorker,
} from './outbox-worker.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

const installed = () => install({ name: 'embedded', open: openTestDatabase });

/** Returns the audit event for a job that was sent. */
const sent = (job: OutboxJob): AuditEvent => ({
  type: job.kind === 'mail' ? 'mail_sent' : 'delivered',
  detail: { jobId: job.id },
});

/** Returns senders that all use `send`, for every kind of job. */
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
    { stopMillis: 0, random: () => 0.5 },
  );
  const gaveUp = { attempts: 10, dead_date_time: clock.now, last_error: 'Error' };
  await expect.poll(jobs).toMatchObject([gaveUp, { attempts: 10, lease_by: expect.any(String) }]);
  await stopped.stop();
  const inFiveSeconds = new Date(clock.now.getTime() + 5 * second);
  expect(await jobs()).toMatchObject([
    gaveUp,
    { dead_date_time: null, lease_by: null, run_date_time: inFiveSeconds },
  ]);
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
  const full = worker(senders, { database: { ...database, hasFreeSpace: async () => false } });
  await full.runOnce();
  let hasFreeSpace = false;
  const stopped = worker(senders, { database: { ...database, hasFreeSpace: async () => hasFreeSpace } });
  await stopped.stop();
  hasFreeSpace = true;
  await stopped.runOnce();
  expect((await jobs()).map(({ attempts }) => attempts)).toEqual([0, 0]);
});

test('deliveries and mails are retried for three days, codes for less than ten minutes', () => {
  const plan = (kind: 'mail' | 'code') =>
    Array.from({ length: 11 }, (_, at) => retryDelay(at + 1, () => 0.5, kind)).filter(Boolean);
  expect(plan('code')).toEqual([5, 15, 30, 60, 120, 240].map((seconds) => seconds * second));
  const hours = [2, 5, 10, 14, 20, 24].map((count) => count * hour);
  expect(plan('mail')).toEqual([5 * second, 5 * minute, 30 * minute, ...hours]);
  expect(retryDelay(1, () => 0.5)).toBe(5 * second);
});

test('the delay of a retry varies by up to 10%', () => {
  expect([0, 0.25, 0.5, 1].map((random) => retryDelay(2, () => random))).toEqual([
    270_000, 285_000, 300_000, 330_000,
  ]);
});

test('the worker checks the outbox every five seconds until it stops', async () => {
  let looks = 0;
  const database = {
    hasFreeSpace: async () => {
      looks += 1;
      return false;
    },
  } as unknown as Database;
  const start = () =>
    startOutboxWorker(
      { database, keys: {} as StoreKeys },
      pino({ level: 'silent' }),
      sendersBy(async (job) => sent(job)),
    );
  const holding = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = holding();
  const real = start();
  expect(holding()).toBe(before);
  await real.stop();

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  looks = 0;
  const worker = start();
  vi.advanceTimersByTime(4_999);
  await setImmediate();
  expect(looks).toBe(1);
  vi.advanceTimersByTime(1);
  await vi.waitFor(() => expect(looks).toBe(2));
  await worker.stop();
  const atEnd = looks;
  vi.advanceTimersByTime(60_000);
  await worker.runOnce();
  expect(looks).toBe(atEnd);
});

test('a failure is stored as a code, and each attempt is counted by its outcome', async () => {
  const { clock, database, jobs, auditTrail, worker } = await installed();
  let thrown: unknown;
  const observed: string[] = [];
  const only = worker(
    sendersBy(async () => {
      throw thrown;
    }),
    { observe: (kind, outcome) => observed.push(`${kind} ${outcome}`), random: () => 0 },
  );
  await expect.poll(() => observed.length).toBe(2);
  const errorOf = async (error: unknown) => {
    thrown = error;
    clock.advance(30 * hour);
    await only.runOnce();
    const [first, second] = await jobs();
    expect(first?.last_error).toBe(second?.last_error);
    return first?.last_error;
  };
  const withCode = (code: unknown, responseCode?: unknown) =>
    Object.assign(new RangeError('to dana@greenacre.example'), { code, responseCode });
  expect(await errorOf('to dana@greenacre.example')).toBe('unknown');
  expect(await errorOf(withCode('EMESSAGE', 451))).toBe('EMESSAGE 451');
  expect(await errorOf(withCode(7, '451'))).toBe('RangeError');
  expect(await errorOf(withCode('to dana@greenacre.example'))).toBe('RangeError');
  expect(await errorOf(withCode('E'.repeat(40)))).toBe('E'.repeat(40));
  expect(await errorOf(withCode('E'.repeat(41)))).toBe('RangeError');
  expect(new Set(observed)).toEqual(new Set(['mail failed', 'delivery failed']));

  await database.db.updateTable('outbox').set({ attempts: 9 }).where('kind', '=', 'mail').execute();
  observed.length = 0;
  await errorOf(new Error('once more'));
  expect(observed.toSorted()).toEqual(['delivery failed', 'mail dead']);
  observed.length = 0;
  thrown = new NothingToSend();
  clock.advance(30 * hour);
  await only.runOnce();
  expect(observed).toEqual(['delivery dropped']);
  expect((await jobs()).map(({ kind }) => kind)).toEqual(['mail']);
  expect(await auditTrail()).toEqual(['given_up']);
});

test('if an application is altered while its job is sent, the job is done, no event is added, and this is reported', async () => {
  const { database, applicationId, clock, jobs, auditTrail, worker } = await installed();
  await worker(sendersBy(async (job) => sent(job))).runOnce();
  const before = await auditTrail();
  await database.db
    .transaction()
    .execute((transaction) => enqueue(transaction, applicationId, 'documents', clock.now));
  const reported: string[] = [];
  const next = worker(
    sendersBy(async (job) => {
      await database.db.updateTable('application').set({ store_id: '10000009' }).execute();
      return sent(job);
    }),
    { onAltered: (reason) => reported.push(reason) },
  );
  await next.runOnce();
  expect((await jobs()).map(({ done_date_time }) => done_date_time)).toEqual(Array(3).fill(clock.now));
  expect(await auditTrail()).toEqual(before);
  expect(reported).toEqual(['IntegrityError']);
});
