/**
 * Encryption at rest (D36, D41, D42, X2). Each application has a data key of its own, wrapped by the key ring's
 * current key; the data key seals that application's sensitive fields, stored answers and documents. So rotating the
 * ring rewraps one small value per application and touches no field, and erasing it erases them all (D38).
 *
 * AES-256-GCM with a random 96-bit nonce: safe for 2^32 messages per key (NIST SP 800-38D, 8.3), and an application
 * has some hundreds. The associated data binds every sealed value to its place, so that one moved to another row,
 * field, application or program does not open. The length of a value is not hidden.
 */

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { KeyList, NamedKey } from './key-ring.ts';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;
const keyIdLength = 8;
const formatVersion = 1;

/** A data key in use. Its id is 8 random bytes in base64url; sealed values name the key they need by it. */
export type DataKey = NamedKey;

/** A sealed text for a jsonb column: format version, data key's id, nonce, tag, ciphertext; the last three base64. */
export type Envelope = {
  readonly v: 1;
  readonly k: string;
  readonly n: string;
  readonly t: string;
  readonly c: string;
};

/** A data key as it is stored: `id` is its own, `k` that of the ring's key that wraps it. */
export type WrappedKey = Envelope & { readonly id: string };

/** The place of a sealed value. Every part is needed and none may be empty. */
export type Aad = {
  readonly program: string;
  readonly application: string;
  readonly table: string;
  readonly row: string;
  readonly field: string;
};

/** The only error of this module. It says nothing of the content, the key or the cause. */
export class EncryptionError extends Error {
  override readonly name = 'EncryptionError';

  constructor() {
    super('A value could not be sealed or opened.');
  }
}

/**
 * Draws a data key.
 * @param owner Whose key it is: the application's id, or a fixed word for an installation's own key (`keyedHash`).
 * Unwrapping needs the same owner, so that wrapped keys cannot be exchanged between applications.
 */
export function newDataKey(
  ring: KeyList,
  owner: string,
): { readonly key: DataKey; readonly wrapped: WrappedKey } {
  const id = randomBytes(keyIdLength).toString('base64url');
  const bytes = randomBytes(32);
  return orFail(() => {
    const key = createSecretKey(bytes);
    return { key: { id, key }, wrapped: wrap(ring.current, id, bytes, owner) };
  });
}

/** Throws EncryptionError when the wrapping key is not in the ring, the owner is another, or anything was altered. */
export function unwrapDataKey(ring: KeyList, wrapped: WrappedKey, owner: string): DataKey {
  return orFail(() => ({ id: wrapped.id, key: createSecretKey(unwrap(ring, wrapped, owner)) }));
}

/** The same data key under the ring's current key. A value already under it comes back as it is. */
export function rewrapDataKey(ring: KeyList, wrapped: WrappedKey, owner: string): WrappedKey {
  if (wrapped.k === ring.current.id) return wrapped;
  return orFail(() => wrap(ring.current, wrapped.id, unwrap(ring, wrapped, owner), owner));
}

/** Seals a text for a jsonb column. Throws EncryptionError for a text with lone surrogates, which UTF-8 cannot hold. */
export function sealText(dataKey: DataKey, text: string, aad: Aad): Envelope {
  return orFail(() => toEnvelope(dataKey.id, encrypt(dataKey.key, utf8(text), aadOf('text', aad))));
}

/** Opens what `sealText` sealed at the same place; throws EncryptionError for anything else. */
export function openText(dataKey: DataKey, envelope: Envelope, aad: Aad): string {
  return orFail(() => {
    mustBe(envelope.k === dataKey.id);
    return decrypt(dataKey.key, fromEnvelope(envelope), aadOf('text', aad)).toString('utf8');
  });
}

/** Seals bytes, such as a document: one byte of version, 8 of the key's id, 12 of nonce, 16 of tag, the ciphertext. */
export function sealBytes(dataKey: DataKey, bytes: Uint8Array, aad: Aad): Buffer {
  return orFail(() => {
    const { nonce, tag, ciphertext } = encrypt(dataKey.key, bytes, aadOf('bytes', aad));
    const head = Buffer.from([formatVersion]);
    return Buffer.concat([head, Buffer.from(dataKey.id, 'base64url'), nonce, tag, ciphertext]);
  });
}

/** Opens what `sealBytes` sealed at the same place; throws EncryptionError for anything else. */
export function openBytes(dataKey: DataKey, sealed: Uint8Array, aad: Aad): Buffer {
  return orFail(() => {
    const all = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const nonceAt = 1 + keyIdLength;
    const tagAt = nonceAt + nonceLength;
    const ciphertextAt = tagAt + tagLength;
    mustBe(all[0] === formatVersion && all.toString('base64url', 1, nonceAt) === dataKey.id);
    const box = {
      nonce: all.subarray(nonceAt, tagAt),
      tag: all.subarray(tagAt, ciphertextAt),
      ciphertext: all.subarray(ciphertextAt),
    };
    return decrypt(dataKey.key, box, aadOf('bytes', aad));
  });
}

/**
 * A hash that only this installation can compute, 64 hexadecimal digits: HMAC-SHA-256 under a key derived by HKDF
 * (RFC 5869) for this purpose. For values short enough to be guessed, such as start keys (D22).
 *
 * The key is a data key of the installation, drawn once and kept wrapped in the store; it must not be one of the
 * ring's. A hash cannot be computed anew without its value, so a hash under the ring's key would die with that key,
 * while this one survives every rotation: the ring rewraps the data key and the hashes stay as they are. Unwrapping
 * it at start also proves that the ring belongs to this store.
 */
export function keyedHash(hashKey: DataKey, purpose: string, value: string): string {
  return orFail(() => {
    const derived = hkdfSync('sha256', hashKey.key, '', lengthPrefixed(['keyed hash', purpose]), 32);
    return createHmac('sha256', Buffer.from(derived)).update(utf8(value)).digest('hex');
  });
}

type Box = { readonly nonce: Buffer; readonly tag: Buffer; readonly ciphertext: Buffer };

function encrypt(key: KeyObject, plaintext: Uint8Array, aad: Buffer): Box {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength }).setAAD(aad);
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return { nonce, tag: cipher.getAuthTag(), ciphertext };
}

/** GCM allows tags down to 4 bytes, easy to guess: 16 are demanded here, whatever a runtime's default is. */
function decrypt(key: KeyObject, { nonce, tag, ciphertext }: Box, aad: Buffer): Buffer {
  mustBe(tag.length === tagLength);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength });
  decipher.setAAD(aad).setAuthTag(tag);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
}

function wrap(wrapping: NamedKey, id: string, bytes: Buffer, owner: string): WrappedKey {
  return { id, ...toEnvelope(wrapping.id, encrypt(wrapping.key, bytes, ownerOf(id, owner))) };
}

function unwrap(ring: KeyList, wrapped: WrappedKey, owner: string): Buffer {
  const wrapping = ring.keyOf(wrapped.k);
  if (wrapping === undefined) throw new EncryptionError();
  return decrypt(wrapping, fromEnvelope(wrapped), ownerOf(wrapped.id, owner));
}

function toEnvelope(keyId: string, { nonce, tag, ciphertext }: Box): Envelope {
  const base64 = (bytes: Buffer) => bytes.toString('base64');
  return { v: formatVersion, k: keyId, n: base64(nonce), t: base64(tag), c: base64(ciphertext) };
}

function fromEnvelope({ v, n, t, c }: Envelope): Box {
  mustBe(v === formatVersion);
  const bytes = (base64: string) => Buffer.from(base64, 'base64');
  return { nonce: bytes(n), tag: bytes(t), ciphertext: bytes(c) };
}

function aadOf(form: 'text' | 'bytes', { program, application, table, row, field }: Aad): Buffer {
  return lengthPrefixed([form, program, application, table, row, field]);
}

function ownerOf(id: string, owner: string): Buffer {
  return lengthPrefixed(['data key', id, owner]);
}

/** Each part behind its length (4 bytes, big-endian), so that no two different lists of parts give the same bytes. */
function lengthPrefixed(parts: readonly string[]): Buffer {
  const lengths = parts.map((part) => {
    mustBe(part.length > 0 && part.isWellFormed());
    return Buffer.byteLength(part);
  });
  const all = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + 4 + length, 0));
  let at = 0;
  for (const [index, part] of parts.entries()) {
    at = all.writeUInt32BE(lengths[index] ?? 0, at);
    at += all.write(part, at);
  }
  return all;
}

/** Strict: Buffer would turn every lone surrogate into the same replacement character. */
function utf8(text: string): Buffer {
  mustBe(text.isWellFormed());
  return Buffer.from(text, 'utf8');
}

function mustBe(condition: boolean): void {
  if (!condition) throw new EncryptionError();
}

/** Values from a database may have any shape; whatever goes wrong with them becomes this module's one error. */
function orFail<Value>(work: () => Value): Value {
  try {
    return work();
  } catch {
    throw new EncryptionError();
  }
}
