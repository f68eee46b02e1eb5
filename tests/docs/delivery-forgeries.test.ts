/** Tests that a receiver written from `docs/delivery.md` refuses forged, changed and forwarded deliveries. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { CompactEncrypt, CompactSign, exportJWK, generateKeyPair, importPKCS8 } from 'jose';
import { describe, expect, test } from 'vitest';
import { providerId, receiverSide, recipe, sentAt, vector, vectorKey } from '../support/delivery-vector.ts';
import { hasIndependentReceiver, openIndependently } from '../support/independent-receiver.ts';
import { openedDelivery } from '../support/opened-delivery.ts';
import { someOf } from '../support/rounds.ts';

describe('a receiver refuses a delivery', () => {
  const id = vector.headers['webhook-id'] ?? '';
  const header = {
    alg: 'ES256',
    kid: JSON.parse(vector.senderKeys).keys[0].kid,
    typ: 'delivery+jws',
    cty: 'application/json',
    aud: providerId,
  };

  /** Encrypts a text for the bank. Anyone who has the bank's public key can do this. */
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

  /** Returns the JWS that the bank gets by decrypting the delivery of the test vector. */
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
        'without a signature, but declared as signed',
        async () => ({ body: await encryptedTo(vector.privateKey, vector.content) }),
      ],
      [
        'signed with another key',
        async () => ({ body: await encryptedTo(vector.privateKey, await signedByForger({ kid: 'x' })) }),
      ],
      [
        'signed with another key under our key id',
        async () => ({ body: await encryptedTo(vector.privateKey, await signedByForger()) }),
      ],
      [
        'with the algorithm none',
        async () => ({ body: await encryptedTo(vector.privateKey, unsigned({ ...header, alg: 'none' })) }),
      ],
      [
        'with changed content',
        async () => {
          const [head, , signature] = (await ours()).split('.');
          const content = Buffer.from(vector.content.replace('LMKQ', 'LMKX')).toString('base64url');
          return { body: await encryptedTo(vector.privateKey, `${head}.${content}.${signature}`) };
        },
      ],
      [
        'that one bank encrypts again and passes on to another bank',
        async () => ({ body: await encryptedTo(otherBank.privateKey, await ours()), to: 'other-bank' }),
      ],
      [
        'that arrives again with another id',
        async () => ({ body: vector.body, as: '01a1fbb6-8d4d-7000-abc2-f59f283c3dfc' }),
      ],
    ];
  const otherBank = {
    privateKey: String(
      generateKeyPairSync('rsa', { modulusLength: 3072 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
    ),
  };

  test.each(forgeries)('%s, with the code of the page', async (_what, forge) => {
    const { body, as = id, to = providerId } = await forge();
    const { openDelivery, side } = await recipe();
    const pem = to === providerId ? vector.privateKey : otherBank.privateKey;
    const privateKey = await importPKCS8(pem, 'RSA-OAEP-256');
    await expect(openDelivery(body, as, { ...side, privateKey, providerId: to })).rejects.toThrow();
  });

  test.skipIf(!hasIndependentReceiver).each(someOf(forgeries))(
    '%s, with the independent receiver',
    async (_what, forge) => {
      const { body, as = id, to = providerId } = await forge();
      const privateKey = to === providerId ? vector.privateKey : otherBank.privateKey;
      const side = { ...receiverSide, privateKey, providerId: to, secrets: [], now: sentAt };
      await expect(openIndependently({ headers: { 'webhook-id': as }, body }, side)).rejects.toThrow();
    },
  );

  test('that one bank passes on to another bank, only because the delivery names the first bank', async () => {
    const { openDelivery, side } = await recipe();
    const body = await encryptedTo(otherBank.privateKey, await ours());
    const privateKey = await importPKCS8(otherBank.privateKey, 'RSA-OAEP-256');
    expect(await openDelivery(body, id, { ...side, privateKey })).toEqual(JSON.parse(vector.content));
  });
});
