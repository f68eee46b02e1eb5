import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { calculateJwkThumbprint, compactDecrypt, compactVerify, exportJWK, generateKeyPair } from 'jose';
import { describe, expect, test } from 'vitest';
import type { OpenedFile, Unwritten, WithheldFile } from './provider-delivery.ts';
import { methodOf, sealDelivery, withBillingAddress } from './provider-delivery.ts';

const business = {
  addressLine: '8111 Lyndale Ave S',
  addressCity: 'Bloomington',
  addressState: 'MN',
  addressPostalCode: '55420',
};
const noBilling = {
  billingAddressLine: null,
  billingCity: null,
  billingState: null,
  billingPostalCode: null,
};

describe('withBillingAddress', () => {
  test.each([
    ['null', { ...business, ...noBilling }],
    ['missing', business],
  ])('repeats the business address if all four fields are %s', (_how, answers) => {
    expect(withBillingAddress(answers)).toEqual({
      ...business,
      billingAddressLine: '8111 Lyndale Ave S',
      billingCity: 'Bloomington',
      billingState: 'MN',
      billingPostalCode: '55420',
    });
  });

  test.each(Object.keys(noBilling))('changes nothing if %s was given', (key) => {
    const answers = { ...business, ...noBilling, [key]: '58102' };
    expect(withBillingAddress(answers)).toEqual(answers);
  });
});

describe('sealDelivery', () => {
  const delivery = {
    version: 1,
    id: 'id-1',
    storeId: '10000002',
    provider: { providerId: 'quillbrook', name: 'Quillbrook', fullName: 'Quillbrook Bank' },
    documents: [{ id: 'drawn' }, { id: 'with its original' }, { id: 'withheld' }],
    evidence: { answers: [] },
  } as unknown as Unwritten;
  const facts: Omit<OpenedFile, 'bytes' | 'original'> = {
    fileName: 'é.pdf',
    contentType: 'application/pdf',
    size: 7,
    sha256: 'a',
    originalSha256: null,
  };
  const original = Buffer.from('as it came');
  const files: Readonly<Record<string, OpenedFile | WithheldFile>> = {
    drawn: { ...facts, bytes: Buffer.from('a drawn document'), original: undefined },
    'with its original': { ...facts, bytes: Buffer.from('another'), original },
    withheld: { content: null, withheld: 'unreadable' },
  };
  const readFile = async (id: string) => files[id] ?? expect.unreachable();
  const signedAt = new Date('2026-11-20T15:04:10.900Z');

  async function newSigner() {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const key = await exportJWK(privateKey);
    return { publicKey, signer: { key, kid: await calculateJwkThumbprint(key) } };
  }

  test('can be opened only by the holder of the private key, and is signed', async () => {
    const [provider, other] = await Promise.all(
      [1, 2].map(() => generateKeyPair('RSA-OAEP-256', { extractable: true })),
    );
    if (!provider || !other) throw new Error('no keys');
    const publicKey = { ...(await exportJWK(provider.publicKey)), kid: 'bank-2026' };
    const ours = await newSigner();
    const seal = { publicKey, signer: ours.signer, signedAt };
    const jwe = await buffer(sealDelivery(delivery, readFile, seal));
    const { plaintext, protectedHeader } = await compactDecrypt(jwe, provider.privateKey);
    expect(protectedHeader).toEqual({
      alg: 'RSA-OAEP-256',
      enc: 'A256GCM',
      kid: 'bank-2026',
      cty: 'application/jose',
    });
    const signed = await compactVerify(plaintext, ours.publicKey);
    const content = Buffer.from(signed.payload).toString();
    const { jwe: originalJwe } = JSON.parse(content).documents[1].original;
    expect(content).toBe(
      JSON.stringify({
        ...delivery,
        documents: [
          { id: 'drawn', ...facts, content: Buffer.from('a drawn document').toString('base64') },
          {
            id: 'with its original',
            ...facts,
            content: Buffer.from('another').toString('base64'),
            original: {
              disarmed: false,
              size: original.length,
              sha256: createHash('sha256').update(original).digest('hex'),
              jwe: originalJwe,
            },
          },
          { id: 'withheld', content: null, withheld: 'unreadable' },
        ],
      }),
    );
    const inner = await compactDecrypt(originalJwe, provider.privateKey);
    expect(original.equals(inner.plaintext)).toBe(true);
    expect(inner.protectedHeader).toMatchObject({ kid: 'bank-2026', cty: 'application/octet-stream' });
    expect(signed.protectedHeader).toEqual({
      alg: 'ES256',
      kid: ours.signer.kid,
      typ: 'delivery+jws',
      cty: 'application/json',
      aud: 'quillbrook',
      iat: 1795187050,
    });
    await expect(compactDecrypt(jwe, other.privateKey)).rejects.toThrow();
  });

  test('refuses a private key in place of the public one', async () => {
    const { privateKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true });
    const seal = { publicKey: await exportJWK(privateKey), signer: (await newSigner()).signer, signedAt };
    await expect(buffer(sealDelivery(delivery, readFile, seal))).rejects.toThrow('private key');
  });
});

test('a provider without delivery settings gets files', () => {
  expect(
    methodOf({ providerId: 'q', name: 'Q', fullName: 'Q', abbrev: 'Q', mailFrom: 'cards@q.example' }),
  ).toBe('directory');
});
