/** Tests that the schema, the test vector and the numbers in `docs/delivery.md` match the code. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { JWK } from 'jose';
import { calculateJwkThumbprint } from 'jose';
import { Compile } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import { baseForm } from '../../form/fields/form.ts';
import { retryDelay } from '../../server/jobs/outbox-worker.ts';
import { parseDeliverySecrets, webhookHeaders } from '../../server/net/webhook-signature.ts';
import { parseProviderKey } from '../../server/programs/provider-key.ts';
import {
  block,
  findings,
  page,
  providerId,
  receiverSide,
  recipe,
  schema,
  sentAt,
  vector,
  vectorKey,
} from '../support/delivery-vector.ts';
import { hasIndependentReceiver, openIndependently } from '../support/independent-receiver.ts';
import { openedDelivery } from '../support/opened-delivery.ts';

test('the page names each answer that the evidence leaves out', () => {
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
    monthlyHousingPayment: 'monthly housing payments',
  };
  expect([...new Set(withheld)].toSorted()).toEqual(Object.keys(words).toSorted());
  for (const word of Object.values(words)) expect(page.replaceAll('\n', ' ')).toContain(word);
});

describe('the test vector', () => {
  test('has the signature that the code creates', async () => {
    const entries = vector.secrets.map((secret) => `bank:${secret}`).join('\n');
    const secrets = parseDeliverySecrets(entries)?.get('bank') ?? [];
    const id = vector.headers['webhook-id'];
    expect(await webhookHeaders({ id, sentAt, body: [vector.body] }, secrets)).toEqual(vector.headers);
  });

  test('has the headers that the code writes, with the id of the key', async () => {
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

  test('can be opened with the code of the page', async () => {
    const { openDelivery, side } = await recipe();
    const id = vector.headers['webhook-id'] ?? '';
    expect(await openDelivery(vector.body, id, side)).toEqual(JSON.parse(vector.content));
  });

  test('contains a delivery that the schema allows', () => {
    expect(findings(JSON.parse(vector.content))).toEqual([]);
  });

  test.skipIf(!hasIndependentReceiver)('can be opened with the independent receiver', async () => {
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
  ])('is refused by the independent receiver with %s', async (_what, change) => {
    const side = { ...receiverSide, secrets: vector.secrets, now: sentAt };
    await expect(openIndependently(change(vector), side)).rejects.toThrow('no signature fits');
  });

  test.skipIf(!hasIndependentReceiver)('is refused by the independent receiver if it is old', async () => {
    const now = new Date(sentAt.getTime() + 301_000);
    const side = { ...receiverSide, secrets: vector.secrets, now };
    await expect(openIndependently(vector, side)).rejects.toThrow('too old');
  });
});

describe('the schema', () => {
  test('has every field of the form, and no other field', () => {
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

test('the page states the delays between the attempts of a delivery', () => {
  const delays = Array.from({ length: 10 }, (_, at) => retryDelay(at + 1, () => 0.5, 'delivery'));
  const inWords = delays
    .filter((delay) => delay !== undefined)
    .map((millis) => {
      const seconds = Math.round(millis / 1000);
      if (seconds < 60) return `${seconds} s`;
      return seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`;
    });
  expect(inWords).toHaveLength(9);
  const listed = `${inWords.slice(0, -1).join(', ')} and ${inWords.at(-1)}`;
  expect(page.replaceAll('\n', ' ')).toContain(`after ${listed}`);
});
