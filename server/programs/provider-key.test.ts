import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parseProviderKey } from './provider-key.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
const jwk = publicKey.export({ format: 'jwk' });

describe('parseProviderKey', () => {
  test('parses PEM and JWK to the same key', () => {
    const fromPem = parseProviderKey(String(publicKey.export({ type: 'spki', format: 'pem' })));
    expect(fromPem).toEqual({ ok: true, value: { kty: 'RSA', n: jwk.n, e: jwk.e } });
    expect(parseProviderKey(JSON.stringify(jwk))).toEqual(fromPem);
  });

  test('keeps the kid that the provider gave its key', () => {
    const named = JSON.stringify({ ...jwk, kid: 'bank-2026', use: 'enc' });
    expect(parseProviderKey(named)).toMatchObject({ ok: true, value: { kid: 'bank-2026' } });
  });

  const short = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
  test.each([
    ['nothing', '', 'is neither a public key in PEM nor a JWK'],
    ['half a JWK', '{"kty":"RSA"}', 'is neither a public key in PEM nor a JWK'],
    ['broken JSON', '{"kty":"RSA', 'is neither a public key in PEM nor a JWK'],
    ['a curve', String(curve.export({ type: 'spki', format: 'pem' })), 'must contain an RSA key'],
    [
      'a short key',
      String(short.export({ type: 'spki', format: 'pem' })),
      'must contain an RSA key of 3072 bits or more',
    ],
    [
      'a private key',
      String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
      'contains a private key; only the public one belongs here',
    ],
    [
      'a private JWK',
      JSON.stringify(privateKey.export({ format: 'jwk' })),
      'contains a private key; only the public one belongs here',
    ],
  ])('refuses %s', (_what, source, problem) => {
    expect(parseProviderKey(source)).toEqual({ ok: false, problems: [problem] });
  });
});
