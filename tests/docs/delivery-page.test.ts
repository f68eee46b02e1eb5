/**
 * Tests that `docs/delivery.md` is enough for a developer to write a receiver: its schema, test vector and numbers match the
 * code.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CryptoKey, JSONWebKeySet, JWK } from 'jose';
import {
  CompactEncrypt,
  CompactSign,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importPKCS8,
} from 'jose';
import { Compile } from 'typebox/schema';
import { describe, expect, onTestFinished, test } from 'vitest';
import { baseForm } from '../../form/fields/form.ts';
import { enqueue } from '../../server/db/queries/outbox.ts';
import { parseDeliverySecrets, webhookHeaders } from '../../server/net/webhook-signature.ts';
import { parseProviderKey } from '../../server/programs/provider-key.ts';
import { freshFolder, testStores } from '../support/database.ts';
import { httpsProvider } from '../support/https-provider.ts';
import { hasIndependentReceiver, openIndependently } from '../support/independent-receiver.ts';
import { openedDelivery } from '../support/opened-delivery.ts';
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

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs', 'delivery.md'), 'utf8');

/** Returns the text of the page's code block with the given info string. */
function block(fence: string): string {
  const found = new RegExp(`\`\`\`${fence}\n([\\s\\S]*?)\n\`\`\``).exec(page)?.[1];
  if (found === undefined) throw new Error(`The page has no block ${fence}.`);
  return found;
}

const schema = JSON.parse(block('json schema'));

test('the page names each answer that the evidence withholds', () => {
  const withheld = Object.values(baseForm)
    .flatMap((fields) => Object.entries(fields))
    .filter(([, field]) => 'sensitive' in field)
    .map(([key]) => key);
  const words: Readonly<Record<string, string>> = {
    taxId: 'the tax ID',
    ssn: 'Social Security numbers',
    dateOfBirth: 'dates of birth',
    annualSalesAmount: 'annual sales',
    grossAnnualIncome: 'gross annual income',
    monthlyHousingPayment: 'monthly\nhousing payments',
  };
  expect([...new Set(withheld)].toSorted()).toEqual(Object.keys(words).toSorted());
  for (const word of Object.values(words)) expect(page).toContain(word);
});

/** Returns the errors of a delivery according to the schema for its `type`. Returns none if the delivery is valid. */
function findings(delivery: { readonly type: string }): readonly unknown[] {
  const isValid: boolean = Compile(schema).Check(delivery);
  if (isValid) return [];
  return Compile({ $ref: `#/$defs/${delivery.type}`, $defs: schema.$defs }).Errors(delivery)[1];
}

const vector = {
  privateKey: `${block('pem')}\n`,
  senderKeys: block('json sender keys'),
  secrets: block('text secrets').split('\n'),
  headers: Object.fromEntries(
    block('http')
      .split('\n')
      .map((line) => line.split(': ')),
  ),
  body: block('text body').replaceAll('\n', ''),
  content: block('text content').replaceAll('\n', ''),
};
const providerId = 'quillbrook';
const sentAt = new Date(Number(vector.headers['webhook-timestamp']) * 1000);

const receiverSide = { privateKey: vector.privateKey, senderKeys: vector.senderKeys, providerId };

const vectorKey = () => importPKCS8(vector.privateKey, 'RSA-OAEP-256');

interface RecipeSide {
  readonly privateKey: CryptoKey;
  readonly providerId: string;
  readonly senderKeys: JSONWebKeySet;
}

type OpenDelivery = (body: string, id: string, side: RecipeSide) => Promise<unknown>;

/** Loads the code on the page as a bank would. Returns the code's `openDelivery`, and the keys of the bank in the test vector. */
async function recipe(): Promise<{ readonly openDelivery: OpenDelivery; readonly side: RecipeSide }> {
  const folder = await freshFolder();
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const file = join(folder, 'receiver.mjs');
  await writeFile(file, block('js receiver'));
  const { openDelivery } = await import(pathToFileURL(file).href);
  const senderKeys = JSON.parse(vector.senderKeys) as JSONWebKeySet;
  return { openDelivery, side: { privateKey: await vectorKey(), providerId, senderKeys } };
}

describe('the vector of the page', () => {
  test('is signed as the code signs', async () => {
    const entries = vector.secrets.map((secret) => `bank:${secret}`).join('\n');
    const secrets = parseDeliverySecrets(entries)?.get('bank') ?? [];
    const id = vector.headers['webhook-id'];
    expect(await webhookHeaders({ id, sentAt, body: [vector.body] }, secrets)).toEqual(vector.headers);
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
      cty: 'application/jose',
    });
    const { jws } = await openedDelivery(vector.body, await vectorKey());
    const signedHeader = Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString('utf8');
    expect(signedHeader).toBe(block('json signed header').replaceAll('\n', ''));
    expect(JSON.parse(signedHeader)).toEqual({
      alg: 'ES256',
      kid: JSON.parse(vector.senderKeys).keys[0].kid,
      typ: 'delivery+jws',
      cty: 'application/json',
      aud: providerId,
      iat: Math.floor(sentAt.getTime() / 1000),
    });
  });

  test('is opened by the code of the page', async () => {
    const { openDelivery, side } = await recipe();
    const id = vector.headers['webhook-id'] ?? '';
    expect(await openDelivery(vector.body, id, side)).toEqual(JSON.parse(vector.content));
  });

  test('contains a delivery that the schema allows', () => {
    expect(findings(JSON.parse(vector.content))).toEqual([]);
  });

  test.skipIf(!hasIndependentReceiver)('is opened by a receiver that shares no code with us', async () => {
    const side = { ...receiverSide, now: sentAt };
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
    const side = { ...receiverSide, secrets: vector.secrets, now: sentAt };
    await expect(openIndependently(change(vector), side)).rejects.toThrow('no signature fits');
  });

  test.skipIf(!hasIndependentReceiver)('is refused by it when it is old', async () => {
    const now = new Date(sentAt.getTime() + 301_000);
    const side = { ...receiverSide, secrets: vector.secrets, now };
    await expect(openIndependently(vector, side)).rejects.toThrow('too old');
  });
});

describe('a delivery that is not ours, or not for this bank, is refused', () => {
  const id = vector.headers['webhook-id'] ?? '';
  const header = {
    alg: 'ES256',
    kid: JSON.parse(vector.senderKeys).keys[0].kid,
    typ: 'delivery+jws',
    cty: 'application/json',
    aud: providerId,
  };

  /** Encrypts content for the bank, as anyone with the bank's public key can. */
  async function encryptedTo(privateKeyPem: string, text: string, cty = 'application/jose'): Promise<string> {
    const publicKey = await exportJWK(createPublicKey(privateKeyPem));
    return new CompactEncrypt(Buffer.from(text))
      .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', cty })
      .encrypt(publicKey);
  }

  async function signedByForger(change: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const { privateKey } = await generateKeyPair('ES256');
    const content = Buffer.from(vector.content);
    return new CompactSign(content).setProtectedHeader({ ...header, ...change }).sign(privateKey);
  }

  /** Returns the JWS that the bank gets when it decrypts the delivery in the test vector. */
  const ours = async () => (await openedDelivery(vector.body, await vectorKey())).jws;

  const unsigned = (alg: object, signature = '') =>
    `${[JSON.stringify(alg), vector.content].map((part) => Buffer.from(part).toString('base64url')).join('.')}.${signature}`;

  const forgeries: readonly (readonly [string, () => Promise<{ body: string; as?: string; to?: string }>])[] =
    [
      [
        'without a signature',
        async () => ({ body: await encryptedTo(vector.privateKey, vector.content, 'application/json') }),
      ],
      [
        'without a signature, but said to be signed',
        async () => ({ body: await encryptedTo(vector.privateKey, vector.content) }),
      ],
      [
        'signed by somebody else',
        async () => ({ body: await encryptedTo(vector.privateKey, await signedByForger({ kid: 'x' })) }),
      ],
      [
        'signed by somebody else under our name',
        async () => ({ body: await encryptedTo(vector.privateKey, await signedByForger()) }),
      ],
      [
        'with the algorithm none',
        async () => ({ body: await encryptedTo(vector.privateKey, unsigned({ ...header, alg: 'none' })) }),
      ],
      [
        'whose content was changed',
        async () => {
          const [head, , signature] = (await ours()).split('.');
          const content = Buffer.from(vector.content.replace('LMKQ', 'LMKX')).toString('base64url');
          return { body: await encryptedTo(vector.privateKey, `${head}.${content}.${signature}`) };
        },
      ],
      [
        'that one bank passes on to another, encrypted anew',
        async () => ({ body: await encryptedTo(otherBank.privateKey, await ours()), to: 'other-bank' }),
      ],
      [
        'that comes again under another id',
        async () => ({ body: vector.body, as: '01a1fbb6-8d4d-7000-abc2-f59f283c3dfc' }),
      ],
    ];
  const otherBank = {
    privateKey: String(
      generateKeyPairSync('rsa', { modulusLength: 3072 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
    ),
  };

  test.each(forgeries)('%s, by the code of the page', async (_what, forge) => {
    const { body, as = id, to = providerId } = await forge();
    const { openDelivery, side } = await recipe();
    const pem = to === providerId ? vector.privateKey : otherBank.privateKey;
    const privateKey = await importPKCS8(pem, 'RSA-OAEP-256');
    await expect(openDelivery(body, as, { ...side, privateKey, providerId: to })).rejects.toThrow();
  });

  test.skipIf(!hasIndependentReceiver).each(forgeries)('%s, by other code', async (_what, forge) => {
    const { body, as = id, to = providerId } = await forge();
    const privateKey = to === providerId ? vector.privateKey : otherBank.privateKey;
    const side = { ...receiverSide, privateKey, providerId: to, secrets: [], now: sentAt };
    await expect(openIndependently({ headers: { 'webhook-id': as }, body }, side)).rejects.toThrow();
  });

  test('that one bank passes on would open there, were it for it', async () => {
    const { openDelivery, side } = await recipe();
    const body = await encryptedTo(otherBank.privateKey, await ours());
    const privateKey = await importPKCS8(otherBank.privateKey, 'RSA-OAEP-256');
    expect(await openDelivery(body, id, { ...side, privateKey })).toEqual(JSON.parse(vector.content));
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
          enqueue(transaction, id, 'documents', server.clock.now(), { documentIds: [document.id] }),
        );
      await server.outbox.runOnce();

      const { text: senderKeys } = await operatorOf(server)(['delivery-keys', 'export']);
      const side = { privateKey: provider.privateKey, senderKeys, providerId, now: server.clock.now() };
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
