import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testStores } from '../../tests/support/database.ts';
import { applicant } from '../../tests/support/sample-application.ts';
import { install, messageIds } from '../../tests/support/test-outbox.ts';
import { smtpRejection, startTestSmtp } from '../../tests/support/test-smtp.ts';
import { enqueue } from '../db/queries/outbox.ts';
import { retryDelay } from './outbox-worker.ts';
import { openSenders } from './senders.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

describe('retryDelay', () => {
  test('follows the schedule, and ends after the last attempt', () => {
    const delays = Array.from({ length: 10 }, (_, index) => retryDelay(index + 1, () => 0.5));
    expect(delays).toEqual([
      5 * second,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
      undefined,
    ]);
  });

  test('varies by up to a tenth either way', () => {
    expect(retryDelay(1, () => 0)).toBe(4.5 * second);
    expect(retryDelay(1, () => 0.999_999)).toBeCloseTo(5.5 * second, -1);
  });
});

describe.each(await testStores())('the outbox worker on $name', (store) => {
  test('sends each due job once, and records it in the audit trail', async () => {
    const smtp = await startTestSmtp();
    const installation = await install(store, smtp);
    const worker = installation.worker(await openSenders(installation.services));
    await worker.runOnce();
    await worker.runOnce();
    const [mail, delivery] = await installation.jobs();
    expect(messageIds(smtp)).toEqual([`<${mail?.id}@quillbrook.example>`]);
    expect(smtp.received).toMatchObject([{ to: [applicant.email] }]);
    const files = await readdir(join(installation.database.dataDir, 'deliveries'));
    expect(files.sort()).toEqual([`${delivery?.id}.jwe`, 'keys']);
    for (const job of [mail, delivery])
      expect(job).toMatchObject({ attempts: 1, done_date_time: installation.clock.now, lease_by: null });
    expect((await installation.auditTrail()).sort()).toEqual(['delivered', 'mail_sent']);
  });

  test('retries at the scheduled times under the same id, and gives up after the last', async () => {
    const smtp = await startTestSmtp({
      onMail: () => {
        throw smtpRejection(451, `${applicant.email} is busy`);
      },
    });
    const installation = await install(store, smtp);
    const senders = await openSenders(installation.services);
    const worker = installation.worker(senders, { random: () => 0.5 });
    await worker.runOnce();
    for (let attempt = 1; attempt < 10; attempt += 1) {
      expect(smtp.received).toHaveLength(attempt);
      installation.clock.advance((retryDelay(attempt, () => 0.5) ?? 0) - 1);
      await worker.runOnce();
      expect(smtp.received).toHaveLength(attempt);
      installation.clock.advance(1);
      await worker.runOnce();
    }
    const [mail] = await installation.jobs();
    expect(mail).toMatchObject({
      attempts: 10,
      dead_date_time: installation.clock.now,
      done_date_time: null,
      last_error: 'EMESSAGE 451',
    });
    expect(new Set(messageIds(smtp))).toEqual(new Set([`<${mail?.id}@quillbrook.example>`]));
    installation.clock.advance(1000 * hour);
    await worker.runOnce();
    expect(smtp.received).toHaveLength(10);
    expect(await installation.auditTrail()).toEqual(['delivered', 'given_up']);
  });

  test('sends everything once the mail server is back', async () => {
    let isBack = false;
    const smtp = await startTestSmtp({
      onMail: () => {
        if (!isBack) throw smtpRejection(421, 'Out of order');
      },
    });
    const installation = await install(store, smtp);
    const worker = installation.worker(await openSenders(installation.services));
    await worker.runOnce();
    isBack = true;
    installation.clock.advance(6 * second);
    await worker.runOnce();
    const [mail] = await installation.jobs();
    expect(mail).toMatchObject({ attempts: 2, done_date_time: installation.clock.now, last_error: null });
    expect(smtp.received).toHaveLength(2);
  });

  test('loses nothing while the mail server refuses, hangs up, or rejects permanently', async () => {
    const hangsUp = await startTestSmtp({
      server: { onConnect: (_session, done) => done(new Error('away')) },
    });
    const saysNo = await startTestSmtp({
      onMail: () => {
        throw smtpRejection(554, 'Never');
      },
    });
    const back = await startTestSmtp();
    const installation = await install(store, back);
    const { services, clock } = installation;
    for (const address of ['127.0.0.1:1', hangsUp.address, saysNo.address, back.address]) {
      const settings = { ...services.settings, smtpUrl: `smtp://${address}` };
      await installation.worker(await openSenders({ ...services, settings })).runOnce();
      clock.advance(hour);
    }
    const [mail] = await installation.jobs();
    expect(messageIds(back)).toEqual([`<${mail?.id}@quillbrook.example>`]);
    expect(saysNo.received).toHaveLength(1);
    expect(mail).toMatchObject({ attempts: 4, last_error: null });
    expect(await installation.auditTrail()).toEqual(['delivered', 'mail_sent']);
  });

  test('delivers while the mail server hangs', async () => {
    const hang = Promise.withResolvers<void>();
    const delivered = Promise.withResolvers<void>();
    const smtp = await startTestSmtp({ onMail: () => hang.promise });
    const installation = await install(store, smtp);
    const senders = await openSenders(installation.services);
    const worker = installation.worker({
      ...senders,
      delivery: (job, signal) => senders.delivery(job, signal).finally(delivered.resolve),
    });
    await delivered.promise;
    const [mailJob] = await installation.jobs();
    expect(mailJob).toMatchObject({ done_date_time: null });
    hang.resolve();
    await worker.runOnce();
    expect((await installation.auditTrail()).sort()).toEqual(['delivered', 'mail_sent']);
  });

  test('holds no connection while it sends', async () => {
    const installation = await install(store);
    const { db } = installation.database;
    const senders = await openSenders(installation.services);
    const worker = installation.worker({
      ...senders,
      mail: async (job, signal) => {
        await db.transaction().execute(async (transaction) => {
          await transaction
            .selectFrom('application')
            .select('id')
            .where('id', '=', job.applicationId)
            .forUpdate()
            .executeTakeFirstOrThrow();
          await transaction.updateTable('outbox').set({ payload: {} }).where('id', '=', job.id).execute();
        });
        return senders.mail(job, signal);
      },
    });
    await worker.runOnce();
    expect((await installation.jobs()).map(({ last_error }) => last_error)).toEqual([null, null]);
  });

  test('claims nothing while the disk is full', async () => {
    const installation = await install(store);
    const database = { ...installation.database, hasFreeSpace: async () => false };
    const worker = installation.worker(await openSenders(installation.services), { database });
    await worker.runOnce();
    expect((await installation.jobs()).map(({ attempts }) => attempts)).toEqual([0, 0]);
  });

  test('claims nothing once stopped', async () => {
    const installation = await install(store);
    const { database, applicationId, clock } = installation;
    const worker = installation.worker(await openSenders(installation.services));
    await worker.runOnce();
    await worker.stop();
    await database.db
      .transaction()
      .execute((transaction) => enqueue(transaction, applicationId, 'mail', clock.now));
    await worker.runOnce();
    expect((await installation.jobs()).map(({ attempts }) => attempts)).toEqual([1, 1, 0]);
  });

  test('logs each time that the store cannot be reached, and loses nothing', async () => {
    const smtp = await startTestSmtp();
    const installation = await install(store, smtp);
    const database = await installation.database.reopen();
    onTestFinished(database.close);
    const services = { ...installation.services, database };
    const senders = await openSenders(services);
    const lines: string[] = [];
    const worker = installation.worker(senders, { log: { write: (line) => void lines.push(line) } });
    await worker.runOnce();
    await worker.runOnce();
    const logged = lines.map((line) => JSON.parse(line));
    expect(logged.length).toBeGreaterThan(1);
    for (const line of logged)
      expect(line).toMatchObject({
        level: 'warn',
        msg: 'the outbox is not available at the moment',
        err: { type: expect.any(String) },
      });
    await installation.worker(senders, { database }).runOnce();
    expect(messageIds(smtp)).toHaveLength(1);
  });
});
