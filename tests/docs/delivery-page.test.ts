/**
 * `docs/delivery.md` is all that one needs to write a receiver: its schema, its vector and its figures match the code.
 */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { calculateJwkThumbprint } from 'jose';
import { Compile } from 'typebox/schema';
import { describe, expect, onTestFinished, test } from 'vitest';
import { baseForm } from '../../form/fields/form.ts';
import { enqueueDocumentDelivery } from '../../server/db/queries/outbox.ts';
import { parseProviderKey } from '../../server/delivery/provider-key.ts';
import { parseDeliverySecrets, webhookHeaders } from '../../server/delivery/webhook-signature.ts';
import { testStores } from '../support/database.ts';
import { httpsProvider } from '../support/https-provider.ts';
import { hasIndependentReceiver, openIndependently } from '../support/independent-receiver.ts';
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

const page = readFileSync(join(import.meta.dirname, '../..', 'docs', 'delivery.md'), 'utf8');

/** The text of the page's code block with this info string. */
function block(fence: string): string {
  const found = new RegExp(`\`\`\`${fence}\n([\\s\\S]*?)\n\`\`\``).exec(page)?.[1];
  if (found === undefined) throw new Error(`The page has no block ${fence}.`);
  return found;
}

const schema = JSON.parse(block('json schema'));

/** The problems of a delivery by the schema for its `type`; none if it is valid. */
function findings(delivery: { readonly type: string }): readonly unknown[] {
  const isValid: boolean = Compile(schema).Check(delivery);
  if (isValid) return [];
  return Compile({ $ref: `#/$defs/${delivery.type}`, $defs: schema.$defs }).Errors(delivery)[1];
}

const vector = {
  privateKey: `${block('pem')}\n`,
  secrets: block('text secrets').split('\n'),
  headers: Object.fromEntries(
    block('http')
      .split('\n')
      .map((line) => line.split(': ')),
  ),
  body: block('text body').replaceAll('\n', ''),
  content: block('text content').replaceAll('\n', ''),
};
const sentAt = new Date(Number(vector.headers['webhook-timestamp']) * 1000);

describe('the vector of the page', () => {
  test('is signed as the code signs', () => {
    const entries = vector.secrets.map((secret) => `bank:${secret}`).join('\n');
    const secrets = parseDeliverySecrets(entries)?.get('bank') ?? [];
    const id = vector.headers['webhook-id'];
    expect(webhookHeaders({ id, sentAt, body: vector.body }, secrets)).toEqual(vector.headers);
  });

  test('has the header that the code writes, under the name of the key', async () => {
    const header = Buffer.from(vector.body.split('.')[0] ?? '', 'base64url').toString('utf8');
    expect(header).toBe(block('json header'));
    const pem = createPublicKey(createPrivateKey(vector.privateKey)).export({ type: 'spki', format: 'pem' });
    const key = parseProviderKey(String(pem));
    const kid = await calculateJwkThumbprint(key.ok ? key.value : ({} as JWK));
    expect(JSON.parse(header)).toEqual({
      alg: 'RSA-OAEP-256',
      enc: 'A256GCM',
      kid,
      cty: 'application/json',
    });
  });

  test('contains a delivery that the schema allows', () => {
    expect(findings(JSON.parse(vector.content))).toEqual([]);
  });

  test.skipIf(!hasIndependentReceiver)('is opened by a receiver that shares no code with us', async () => {
    const side = { privateKey: vector.privateKey, now: sentAt };
    for (const secret of vector.secrets)
      expect(await openIndependently(vector, { ...side, secrets: [secret] })).toBe(vector.content);
  });

  test.skipIf(!hasIndependentReceiver).each([
    ['another body', (given: typeof vector) => ({ ...given, body: `${given.body.slice(0, -2)}AA` })],
    [
      'another id',
      (given: typeof vector) => ({ ...given, headers: { ...given.headers, 'webhook-id': 'other' } }),
    ],
  ])('is refused by it with %s', async (_what, change) => {
    const side = { privateKey: vector.privateKey, secrets: vector.secrets, now: sentAt };
    await expect(openIndependently(change(vector), side)).rejects.toThrow('no signature fits');
  });

  test.skipIf(!hasIndependentReceiver)('is refused by it when it is old', async () => {
    const now = new Date(sentAt.getTime() + 301_000);
    const side = { privateKey: vector.privateKey, secrets: vector.secrets, now };
    await expect(openIndependently(vector, side)).rejects.toThrow('too old');
  });
});

describe('the schema of the page', () => {
  test('knows every field of the form, and no other', () => {
    const { applicationData, person } = schema.$defs;
    expect(Object.keys(applicationData.properties).sort()).toEqual(Object.keys(baseForm.application).sort());
    const { applicant: ofApplicant, owner: ofOwner, authorizedUser: ofUser } = baseForm;
    const fields = new Set(Object.keys({ ...ofApplicant, ...ofOwner, ...ofUser }));
    const { id: _id, personnelType: _type, ...described } = person.properties;
    expect(Object.keys(described).sort()).toEqual([...fields].sort());
  });

  test.each(['version', 'documents', 'applicationId'])('refuses a delivery without %s', (member) => {
    const { [member]: _left, ...rest } = JSON.parse(vector.content);
    expect(Compile(schema).Check(rest)).toBe(false);
  });
});

test('the page names the times of the retries', () => {
  const said = 'after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h';
  expect(page.replaceAll('\n', ' ')).toContain(said);
});

describe.skipIf(!hasIndependentReceiver || !hasOpenssl).each(await testStores())(
  'what reaches a provider over https on $name',
  (store) => {
    const certificate = hasOpenssl ? trustedCertificate() : { key: '', cert: '' };

    test('is opened by other code, equals what was typed, and is as the page says', async () => {
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
          enqueueDocumentDelivery(transaction, id, [document.id], server.clock.now()),
        );
      await server.outbox.runOnce();

      const side = { privateKey: provider.privateKey, now: server.clock.now() };
      const opened = async (at: number) => {
        const message = receiver.received[at];
        if (!message) throw new Error('nothing came in');
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
