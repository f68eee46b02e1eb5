/** Tests that a provider's misbehaving server only delays deliveries (D33, F6, F7). */
import { importPKCS8 } from 'jose';
import { describe, expect, test } from 'vitest';
import { takeDueJob } from '../../server/db/queries/outbox.ts';
import type { Delivery } from '../../server/delivery/provider-delivery.ts';
import { openSenders } from '../../server/jobs/senders.ts';
import { testStores } from '../support/database.ts';
import { httpsProvider } from '../support/https-provider.ts';
import { type DocumentDelivery, openedDelivery } from '../support/opened-delivery.ts';
import { canaries } from '../support/sample-application.ts';
import { hasOpenssl, trustedCertificate } from '../support/test-certificate.ts';
import { install, messageIds } from '../support/test-outbox.ts';
import type { Behavior, ReceivedDelivery } from '../support/test-receiver.ts';
import { startTestReceiver } from '../support/test-receiver.ts';
import { startTestSmtp } from '../support/test-smtp.ts';

const minute = 60_000;
const impatient = { connect: 200, response: 200, whole: 400 };

async function opened({ body }: ReceivedDelivery, privateKey: string): Promise<Delivery | DocumentDelivery> {
  return (await openedDelivery(body, await importPKCS8(privateKey, 'RSA-OAEP-256'))).content;
}

describe.skipIf(!hasOpenssl).each(await testStores())('a delivery over https on $name', (store) => {
  const certificate = hasOpenssl ? trustedCertificate() : { key: '', cert: '' };

  async function installed(behave?: Behavior) {
    const [smtp, receiver] = [await startTestSmtp(), await startTestReceiver(certificate, behave)];
    const provider = await httpsProvider(receiver.url);
    const installation = await install(store, smtp, provider.env);
    const senders = await openSenders(installation.services, {
      secrets: provider.secrets,
      timeLimits: impatient,
    });
    return { ...installation, smtp, receiver, provider, senders };
  }

  test('is neither lost nor repeated if the provider fails for an hour', async () => {
    const elsewhere = await startTestReceiver(certificate);
    const accepted: string[] = [];
    const trouble: Behavior[] = [
      (response) => response.destroy(),
      () => {},
      (response) => response.writeHead(307, { location: elsewhere.url }).end(),
      (response) => response.writeHead(500).end('<html>out of order</html>'),
    ];
    const { clock, receiver, provider, senders, smtp, ...installation } = await installed(
      (response, request) => {
        const wrong = trouble.shift();
        if (wrong) return wrong(response, request);
        accepted.push(String(request.headers['webhook-id']));
        response.writeHead(204).end();
      },
    );
    const worker = installation.worker(senders, { random: () => 0.5 });
    for (let passed = 0; passed < 60; passed += 1) {
      await worker.runOnce();
      clock.advance(minute);
    }
    expect([receiver.received.length, trouble.length, accepted.length]).toEqual([4, 0, 0]);
    for (let passed = 0; passed < 120; passed += 1) {
      await worker.runOnce();
      clock.advance(minute);
    }
    const [mail, delivery] = await installation.jobs();
    expect(accepted).toEqual([delivery?.id]);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids)).toEqual(new Set([delivery?.id]));
    const last = receiver.received.at(-1);
    if (!last) throw new Error('nothing came in');
    expect(await opened(last, provider.privateKey)).toMatchObject({
      type: 'application',
      id: delivery?.id,
      applicationId: installation.applicationId,
      referenceNumber: installation.referenceNumber,
      snapshot: { applicationData: { taxId: canaries.taxId } },
    });
    expect(elsewhere.connections()).toBe(0);
    expect(messageIds(smtp)).toEqual([`<${mail?.id}@quillbrook.example>`]);
    expect((await installation.auditTrail()).sort()).toEqual(['delivered', 'mail_sent']);
  });

  test('is sent again with the same id after a worker was killed between sending and marking', async () => {
    const { database, clock, receiver, senders, ...installation } = await installed();
    for (let kill = 1; kill <= 50; kill += 1) {
      const until = new Date(clock.now.getTime() + minute);
      const lease = { by: `worker ${kill}`, from: clock.now, until };
      const job = await takeDueJob(database.db, 'delivery:quillbrook', lease);
      if (!job) throw new Error(`the job was lost by kill ${kill}`);
      await senders.delivery(job, new AbortController().signal);
      // The worker makes no further call, as if it had died, so only its lease on the job remains.
      clock.advance(minute);
    }
    await installation.worker(senders).runOnce();
    const [, delivery] = await installation.jobs();
    expect(receiver.received).toHaveLength(51);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([delivery?.id]),
    );
    expect(delivery).toMatchObject({ attempts: 51, done_date_time: clock.now });
    expect((await installation.auditTrail()).sort()).toEqual(['delivered', 'mail_sent']);
  });

  test('waits as long as the provider requests', async () => {
    let isBusy = true;
    const { clock, receiver, senders, ...installation } = await installed((response) => {
      response.writeHead(isBusy ? 503 : 204, { 'retry-after': '600' }).end();
      isBusy = false;
    });
    const worker = installation.worker(senders);
    await worker.runOnce();
    clock.advance(10 * minute - 1);
    await worker.runOnce();
    expect(receiver.received).toHaveLength(1);
    expect((await installation.jobs())[1]).toMatchObject({ last_error: 'HTTP 503' });
    clock.advance(1);
    await worker.runOnce();
    expect(receiver.received).toHaveLength(2);
    expect((await installation.jobs())[1]).toMatchObject({ attempts: 2, last_error: null });
  });
});
