/** Tests that the provider receives a delivery over HTTPS in the format that `docs/delivery.md` describes. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { enqueue } from '../../server/db/queries/outbox.ts';
import { testStores } from '../support/database.ts';
import { findings, providerId } from '../support/delivery-vector.ts';
import { httpsProvider } from '../support/https-provider.ts';
import { hasIndependentReceiver, openIndependently } from '../support/independent-receiver.ts';
import { operatorOf } from '../support/operator-call.ts';
import {
  applicant,
  authorizedUser,
  business,
  canaries,
  expected,
  keptSamplePdf,
  owner,
  prepareWhole,
  submit,
} from '../support/sample-application.ts';
import { hasOpenssl, trustedCertificate } from '../support/test-certificate.ts';
import { startTestReceiver } from '../support/test-receiver.ts';
import { startTestServer } from '../support/test-server.ts';

describe.skipIf(!hasIndependentReceiver || !hasOpenssl).each(await testStores())(
  'a delivery over HTTPS on $name',
  (store) => {
    const certificate = hasOpenssl ? trustedCertificate() : { key: '', cert: '' };

    test('can be opened with the independent receiver, contains what was typed, and matches the schema', async () => {
      const receiver = await startTestReceiver(certificate);
      const provider = await httpsProvider(receiver.url, { secretCount: 2 });
      const server = await startTestServer({ store, env: provider.env });
      onTestFinished(server.stop);
      const client = server.client();
      const { id, document } = await prepareWhole(client);
      const { referenceNumber } = expected(200, await submit(client, id));
      await server.outbox.runOnce();
      await server.database.db
        .transaction()
        .execute((transaction) =>
          enqueue(transaction, id, 'documents', server.clock.now(), { documentIds: [document.id] }),
        );
      await server.outbox.runOnce();

      const { text: senderKeys } = await operatorOf(server)(['delivery-keys', 'export']);
      const side = { privateKey: provider.privateKey, senderKeys, providerId, now: server.clock.now() };
      const opened = async (at: number) => {
        const message = receiver.received[at];
        if (!message) throw new Error('The provider received nothing.');
        const contents = await Promise.all(
          provider.secretTexts.map((secret) => openIndependently(message, { ...side, secrets: [secret] })),
        );
        expect(contents[0]).toBe(contents[1]);
        const delivery = JSON.parse(contents[0] ?? '');
        expect(findings(delivery)).toEqual([]);
        expect(delivery.id).toBe(message.headers['webhook-id']);
        return delivery;
      };

      const application = await opened(0);
      expect(application).toMatchObject({ type: 'application', applicationId: id, referenceNumber });
      expect(application.snapshot.applicationData).toMatchObject({
        ...business,
        taxId: canaries.taxId,
        addressState: 'MN',
      });
      expect(application.snapshot.personnel).toMatchObject([
        { fullName: applicant.fullName, ssn: canaries.applicantSsn },
        { fullName: owner.fullName },
        { fullName: authorizedUser.fullName },
      ]);
      const late = await opened(1);
      expect(late).toMatchObject({ type: 'documents', applicationId: id, referenceNumber });
      const kept = await keptSamplePdf();
      for (const { documents } of [application, late]) {
        expect(documents).toMatchObject([{ id: document.id, size: kept.byteLength }]);
        expect(Buffer.from(documents[0].content, 'base64')).toEqual(kept);
      }
      const events = await server.database.db
        .selectFrom('audit_event')
        .select('detail')
        .where('application_id', '=', id)
        .where('type', '=', 'delivered')
        .orderBy('sequence')
        .execute();
      expect(events.map(({ detail }) => detail)).toEqual([
        { jobId: application.id, way: 'https' },
        { jobId: late.id, way: 'https', documentIds: [document.id] },
      ]);
      expect(receiver.received).toHaveLength(2);
    });
  },
);
