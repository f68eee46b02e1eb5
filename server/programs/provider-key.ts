/** Parses a provider's public key from the file `provider-key.pem` or `provider-key.jwk` in a program's folder (D33). */
import { createPublicKey, type KeyObject, type webcrypto } from 'node:crypto';
import type { JWK } from 'jose';
import { type Checked, failed } from '../config/checked.ts';

/** The possible names of the file with the provider's public key. A program's folder can contain only one of these files. */
export const providerKeyFiles = ['provider-key.pem', 'provider-key.jwk'] as const;

/** Minimum number of bits in an RSA key: 3072 bits provide 128 bits of security (NIST SP 800-57 part 1, table 2). */
const leastBits = 3072;

/** Parses an RSA public key of at least 3072 bits in PEM or JWK. Keeps a JWK's `kid`. The problems never quote the file. */
export function parseProviderKey(source: string): Checked<JWK> {
  if (/PRIVATE KEY|"d"\s*:/.test(source))
    return failed('contains a private key; only the public one belongs here');
  const read = readKey(source);
  if (!read) return failed('is neither a public key in PEM nor a JWK');
  const { key, kid } = read;
  if (key.asymmetricKeyType !== 'rsa') return failed('must contain an RSA key');
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < leastBits)
    return failed(`must contain an RSA key of ${leastBits} bits or more`);
  const { n, e } = key.export({ format: 'jwk' }) as { n: string; e: string };
  return { ok: true, value: { kty: 'RSA', n, e, ...(kid !== undefined && { kid }) } };
}

function readKey(source: string): { readonly key: KeyObject; readonly kid?: string | undefined } | undefined {
  try {
    if (!source.trimStart().startsWith('{')) return { key: createPublicKey(source) };
    const jwk = JSON.parse(source) as webcrypto.JsonWebKey & { readonly kid?: unknown };
    const kid = typeof jwk.kid === 'string' ? jwk.kid : undefined;
    return { key: createPublicKey({ key: jwk, format: 'jwk' }), kid };
  } catch {
    return undefined;
  }
}
