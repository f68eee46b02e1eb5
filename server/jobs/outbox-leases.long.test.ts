/**
 * Tests which of several workers sends a job, including after a worker has died, was stopped, or has lost its lease (D33, F7).
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase, testStores } from '../../tests/support/database.ts';
import { install, messageIds } from '../../tests/support/test-outbox.ts';
import { startTestSmtp } from '../../tests/support/test-smtp.ts';
import { enqueue, takeDueJob } from '../db/queries/outbox.ts';
import { openSenders } from './senders.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

describe.each(await testStores())('a job of the outbox on $name', (store) => {
  test('goes to one of several workers, and is not sent twice', async () => {
    const smtp = await startTestSmtp();
    const installation = await install(store, smtp);
    const { database, applicationId, clock } = installation;
    await database.db.transaction().execute(async (transaction) => {
      for (let count = 1; count < 20; count += 1)
        await enqueue(transaction, applicationId, 'mail', clock.now);
    });
    const senders = await openSenders(installation.services);
    const workers = [1, 2, 3].map(() => installation.worker(senders));
    await Promise.all(workers.map((worker) => worker.runOnce()));
    expect(messageIds(smtp)).toHaveLength(20);
    expect(new Set(messageIds(smtp)).size).toBe(20);
    const jobs = await installation.jobs();
    expect(jobs.map(({ attempts, done_date_time }) => ({ attempts, done_date_time }))).toEqual(
      jobs.map(() => ({ attempts: 1, done_date_time: clock.now })),
    );
    expect(await installation.auditTrail()).toHaveLength(21);
  });

  test('is claimed from a worker that died between sending and marking, under the same id', async () => {
    const smtp = await startTestSmtp();
    const installation = await install(store, smtp);
    const { database, clock } = installation;
    const senders = await openSenders(installation.services);
    const until = new Date(clock.now.getTime() + minute);
    for (const lane of ['mail', 'delivery:quillbrook'] as const) {
      const job = await takeDueJob(database.db, lane, { by: 'the dead', from: clock.now, until });
      if (job) await senders[job.kind](job, new AbortController().signal);
    }
    const worker = installation.worker(senders);
    clock.advance(minute - 1);
    await worker.runOnce();
    expect(await installation.auditTrail()).toEqual([]);
    clock.advance(1);
    await worker.runOnce();
    const [mail, delivery] = await installation.jobs();
    const messageId = `<${mail?.id}@quillbrook.example>`;
    expect(messageIds(smtp)).toEqual([messageId, messageId]);
    expect(await readdir(join(database.dataDir, 'deliveries'))).toContain(`${delivery?.id}.jwe`);
    expect([mail?.attempts, delivery?.attempts]).toEqual([2, 2]);
    expect((await installation.auditTrail()).sort()).toEqual(['delivered', 'mail_sent']);
  });

  test('is marked as sent once, even if its lease expired and another worker sent it too', async () => {
    const installation = await install(store);
    const senders = await openSenders(installation.services);
    const [taken, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = installation.worker(
      {
        ...senders,
        mail: async (job, signal) => {
          taken.resolve();
          await release.promise;
          return senders.mail(job, signal);
        },
      },
      { at: installation.clock.now },
    );
    await taken.promise;
    installation.clock.advance(hour);
    await installation.worker(senders).runOnce();
    release.resolve();
    await slow.runOnce();
    expect((await installation.auditTrail()).sort()).toEqual(['delivered', 'mail_sent']);
  });

  test('is not sent again if the store could not mark it at once', async () => {
    const smtp = await startTestSmtp();
    const installation = await install(store, smtp);
    const { db } = installation.database;
    await sql`create sequence attempts_to_mark`.execute(db);
    await sql`
      create function be_away() returns trigger language plpgsql as $$
      begin
        if nextval('attempts_to_mark') < 3 then raise 'not now' using errcode = 'cannot_connect_now'; end if;
        return new;
      end
      $$
    `.execute(db);
    await sql`
      create trigger is_away before update on outbox for each row
      when (new.done_date_time is not null and new.kind = 'mail') execute function be_away()
    `.execute(db);
    await installation.worker(await openSenders(installation.services)).runOnce();
    await sql`drop function be_away cascade`.execute(db);
    await sql`drop sequence attempts_to_mark`.execute(db);
    const [mail] = await installation.jobs();
    expect(mail).toMatchObject({ attempts: 1, done_date_time: installation.clock.now, last_error: null });
    expect(smtp.received).toHaveLength(1);
    expect((await installation.auditTrail()).sort()).toEqual(['delivered', 'mail_sent']);
  });

  test('does not fail for good when a stop cuts its last attempt short', async () => {
    const installation = await install(store);
    const { database, clock } = installation;
    await database.db.updateTable('outbox').set({ attempts: 9 }).where('kind', '=', 'mail').execute();
    const senders = await openSenders(installation.services);
    const taken = Promise.withResolvers<void>();
    const mail = () => {
      taken.resolve();
      return new Promise<never>(() => {});
    };
    const worker = installation.worker({ ...senders, mail }, { stopMillis: 0 });
    await taken.promise;
    await worker.stop();
    expect((await installation.jobs())[0]).toMatchObject({
      attempts: 10,
      dead_date_time: null,
      lease_by: null,
    });
    clock.advance(minute);
    await installation.worker(senders).runOnce();
    expect((await installation.jobs())[0]).toMatchObject({ done_date_time: clock.now });
  });

  test('is left alone by a worker that fails after another has claimed it', async () => {
    const installation = await install(store);
    const senders = await openSenders(installation.services);
    const [taken, fail] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()];
    const slow = installation.worker(
      {
        ...senders,
        mail: () => {
          taken.resolve();
          return fail.promise;
        },
      },
      { at: installation.clock.now },
    );
    await taken.promise;
    installation.clock.advance(hour);
    await installation.worker(senders).runOnce();
    fail.reject(new Error('too late'));
    await slow.runOnce();
    const [job] = await installation.jobs();
    expect(job).toMatchObject({ done_date_time: installation.clock.now, last_error: null });
  });
});

test('the embedded store frees, when opened, the jobs of a process that died', async () => {
  const installation = await install({ name: 'embedded', open: openTestDatabase });
  const { clock } = installation;
  const until = new Date(clock.now.getTime() + minute);
  await takeDueJob(installation.database.db, 'mail', { by: 'the dead', from: clock.now, until });
  const database = await installation.database.reopen();
  onTestFinished(database.close);
  const job = await takeDueJob(database.db, 'mail', { by: 'the next', from: clock.now, until });
  expect(job).toMatchObject({ attempt: 2 });
});
