/** Writes compact JWS and JWE (RFC 7515, RFC 7516) in pieces, because the jose package would copy the whole content (S6). */
import {
  constants,
  createCipheriv,
  createPrivateKey,
  createPublicKey,
  createSign,
  publicEncrypt,
  randomBytes,
  type webcrypto,
} from 'node:crypto';
import { calculateJwkThumbprint, type JWK } from 'jose';

/** A sequence of bytes, made on demand. */
type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** The number of bytes that each piece of base64 encodes. Divisible by three, because base64 encodes groups of three bytes. */
const pieceLength = 3 * 65_536;

/** Yields bytes encoded as base64, or as base64url without padding. */
export async function* inBase64(pieces: Pieces, encoding: 'base64' | 'base64url'): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    const { buffer, byteOffset, byteLength } = piece;
    const all = rest.length > 0 ? Buffer.concat([rest, piece]) : Buffer.from(buffer, byteOffset, byteLength);
    const whole = all.length - (all.length % 3);
    for (let from = 0; from < whole; from += pieceLength)
      yield Buffer.from(all.toString(encoding, from, Math.min(from + pieceLength, whole)), 'latin1');
    // Copy the rest, because a view would keep the whole piece in memory.
    rest = Buffer.from(all.subarray(whole));
  }
  if (rest.length > 0) yield Buffer.from(rest.toString(encoding), 'latin1');
}

/** Yields a payload as a compact JWS signed with ES256 (RFC 7518, section 3.4). */
export async function* compactJws(header: object, payload: Pieces, key: JWK): AsyncGenerator<Buffer> {
  const privateKey = createPrivateKey({ key: key as webcrypto.JsonWebKey, format: 'jwk' });
  const sign = createSign('sha256');
  for await (const piece of joined(`${headerOf(header)}.`, inBase64(payload, 'base64url'))) {
    sign.update(piece);
    yield piece;
  }
  const signature = sign.sign({ key: privateKey, dsaEncoding: 'ieee-p1363' }, 'base64url');
  yield Buffer.from(`.${signature}`, 'latin1');
}

/** Yields a compact JWE with RSA-OAEP-256, A256GCM and `contentType` as its `cty`. Throws if `publicKey` is a private key. */
export async function* compactJwe(
  plaintext: Pieces,
  publicKey: JWK,
  contentType: string,
): AsyncGenerator<Buffer> {
  if ('d' in publicKey) throw new Error('A private key was given instead of the public key of the provider.');
  const kid = publicKey.kid ?? (await calculateJwkThumbprint(publicKey));
  const header = headerOf({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid, cty: contentType });
  const [contentKey, nonce] = [randomBytes(32), randomBytes(12)];
  const wrapped = publicEncrypt(
    {
      key: createPublicKey({ key: publicKey as webcrypto.JsonWebKey, format: 'jwk' }),
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: 'sha256',
    },
    contentKey,
  );
  const cipher = createCipheriv('aes-256-gcm', contentKey, nonce).setAAD(Buffer.from(header, 'latin1'));
  async function* ciphertext(): AsyncGenerator<Buffer> {
    for await (const piece of plaintext) yield cipher.update(piece);
    cipher.final();
  }
  const head = [header, wrapped.toString('base64url'), nonce.toString('base64url'), ''].join('.');
  yield* joined(head, inBase64(ciphertext(), 'base64url'));
  yield Buffer.from(`.${cipher.getAuthTag().toString('base64url')}`, 'latin1');
}

function headerOf(header: object): string {
  return Buffer.from(JSON.stringify(header)).toString('base64url');
}

async function* joined(head: string, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(head, 'latin1');
  yield* rest;
}
