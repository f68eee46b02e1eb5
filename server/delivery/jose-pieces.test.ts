import { buffer } from 'node:stream/consumers';
import { compactDecrypt, compactVerify, exportJWK, generateKeyPair } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { compactJwe, compactJws, inBase64 } from './jose-pieces.ts';

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
let bank: Pair;
let ours: Pair;
beforeAll(async () => {
  [bank, ours] = await Promise.all([
    generateKeyPair('RSA-OAEP-256', { extractable: true }),
    generateKeyPair('ES256', { extractable: true }),
  ]);
});

/** Returns pieces of these lengths, filled with varied bytes. */
function piecesOf(...lengths: readonly number[]): Buffer[] {
  return lengths.map((length, at) =>
    Buffer.from(Array.from({ length }, (_, index) => (index * 31 + at) % 256)),
  );
}

const piecemeal = [
  ['nothing', []],
  ['empty pieces', [0, 0]],
  ['single bytes', [1, 1, 1, 1, 1]],
  ['pieces across groups of three', [2, 5, 1, 0, 7, 4]],
  ['pieces as long as the written ones, and nearly so', [196_608, 196_607, 196_609, 2]],
  ['one long piece', [1_000_000]],
] as const;

describe.each(piecemeal)('content: %s', (_words, lengths) => {
  const pieces = piecesOf(...lengths);

  test.each(['base64', 'base64url'] as const)('the %s equals that of the whole', async (encoding) => {
    expect(String(await buffer(inBase64(pieces, encoding)))).toBe(Buffer.concat(pieces).toString(encoding));
  });

  test('a JWS and a JWE around it are opened by jose', async () => {
    const header = { alg: 'ES256', kid: 'ours', typ: 'delivery+jws' };
    const jws = compactJws(header, pieces, await exportJWK(ours.privateKey));
    const publicKey = { ...(await exportJWK(bank.publicKey)), kid: 'bank' };
    const jwe = await buffer(compactJwe(jws, publicKey, 'application/jose'));
    const { plaintext, protectedHeader } = await compactDecrypt(jwe, bank.privateKey);
    expect(protectedHeader).toEqual({
      alg: 'RSA-OAEP-256',
      enc: 'A256GCM',
      kid: 'bank',
      cty: 'application/jose',
    });
    const signed = await compactVerify(plaintext, ours.publicKey);
    expect(signed.protectedHeader).toEqual(header);
    expect(Buffer.concat(pieces).equals(signed.payload)).toBe(true);
  });
});

test('no two JWEs are encrypted under the same key and nonce', async () => {
  const publicKey = await exportJWK(bank.publicKey);
  const made = await Promise.all(
    [1, 2].map(async () => String(await buffer(compactJwe(piecesOf(9), publicKey, 'text/plain')))),
  );
  const [one, other] = made.map((jwe) => jwe.split('.'));
  expect(one?.[0]).toBe(other?.[0]);
  for (const part of [1, 2, 3, 4]) expect(one?.[part]).not.toBe(other?.[part]);
});

test("a JWE that was changed anywhere can't be opened", async () => {
  const jwe = await buffer(compactJwe(piecesOf(40), await exportJWK(bank.publicKey), 'text/plain'));
  const dots = [...jwe.entries()].flatMap(([at, byte]) => (byte === 0x2e ? [at] : []));
  for (const dot of dots) {
    const changed = Buffer.from(jwe);
    changed[dot + 1] = changed[dot + 1] === 0x41 ? 0x42 : 0x41;
    await expect(compactDecrypt(changed, bank.privateKey)).rejects.toThrow();
  }
});
