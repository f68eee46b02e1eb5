/**
 * Encryption at rest (D36, D41, D42, D62, X2). Each application has its own data key, wrapped by a key-encryption key. It seals
 * all personal data in that application's rows (`sealed-columns.ts`). So a rotation rewraps one small value per application, and
 * erasing that value erases all answers (D38). The associated data binds a sealed value to its place, and a row's value to the
 * row's version, so a moved value can't be opened. The length of a value is not hidden.
 */
import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { NamedKey } from '../config/key-list.ts';
import type { Envelope, RowEnvelope, WrappedKey } from '../db/tables.ts';
import { decrypt, encrypt, nonceLength, tagLength } from './aes-gcm.ts';
import type { KeyWrapping } from './key-wrapping.ts';

const keyIdLength = 8;
const formatVersion = 1;

/** A data key in use. Its id is 8 random bytes in base64url; sealed values refer to their key by it. */
export type DataKey = NamedKey;

/** The place of a sealed row. Every part is required and not empty. */
export type RowPlace = Readonly<Record<'program' | 'application' | 'table' | 'row', string>>;

/** The place of a sealed value. */
export type Aad = RowPlace & { readonly field: string };

/** A value couldn't be sealed or opened. The error reveals nothing about the content, the key or the cause. */
export class EncryptionError extends Error {
  override readonly name = 'EncryptionError';

  constructor() {
    super('A value could not be sealed or opened.');
  }
}

/** The keys can't be used at the moment, and retrying later may help. The API responds with 503 `unavailable`. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
  /** The cause, such as `ECONNREFUSED` or `VAULT_403`. */
  readonly code: string | undefined;

  constructor(code?: string) {
    super(`The encryption keys cannot be used just now${code === undefined ? '' : ` (${code})`}.`);
    this.code = code;
  }
}

/** Returns a new data key. `owner`, the application's id or a fixed word, is needed to unwrap it. */
export async function newDataKey(wrapping: KeyWrapping, owner: string) {
  const id = randomBytes(keyIdLength).toString('base64url');
  const key: DataKey = { id, key: createSecretKey(randomBytes(32)) };
  return { key, wrapped: await wrapDataKey(wrapping, key, owner) };
}

/**
 * Returns an unwrapped data key. Rejects with KeysUnavailable if the keys can't be reached at the moment, and with
 * EncryptionError if the wrapping key is unknown, the owner differs, or anything was altered.
 */
export async function unwrapDataKey(
  wrapping: KeyWrapping,
  wrapped: WrappedKey,
  owner: string,
): Promise<DataKey> {
  return orReject(async () => {
    const { id, k } = wrapped;
    const bytes = await wrapping.unwrap(k, bytesOf(wrapped), ownerOf(id, owner));
    ensure(bytes.length === 32);
    return { id, key: createSecretKey(bytes) };
  });
}

/** Wraps a data key under the current key, for an owner. */
export async function wrapDataKey(
  wrapping: KeyWrapping,
  { id, key }: DataKey,
  owner: string,
): Promise<WrappedKey> {
  const k = wrapping.currentId;
  const wrapped = await orReject(() => wrapping.wrap(k, key.export(), ownerOf(id, owner)));
  return { id, v: 2, k, c: wrapped.toString('base64') };
}

/** Returns whether the newest version of the current key wraps a data key. Rejects with KeysUnavailable if it can't be known. */
export async function isWrappedByNewest(wrapping: KeyWrapping, wrapped: WrappedKey): Promise<boolean> {
  return (
    wrapped.k === wrapping.currentId && orReject(async () => wrapping.isNewest(wrapped.k, bytesOf(wrapped)))
  );
}

/** Rewraps a data key under the newest version of the current key. Returns `wrapped` itself if it already is. */
export async function rewrapDataKey(
  wrapping: KeyWrapping,
  wrapped: WrappedKey,
  owner: string,
): Promise<WrappedKey> {
  if (await isWrappedByNewest(wrapping, wrapped)) return wrapped;
  return wrapDataKey(wrapping, await unwrapDataKey(wrapping, wrapped, owner), owner);
}

/** Seals a text for a jsonb column. Throws EncryptionError for a text with lone surrogates, which UTF-8 can't represent. */
export function sealText(dataKey: DataKey, text: string, aad: Aad): Envelope {
  return orFail(() => ({ v: formatVersion, ...seal(dataKey, text, aadOf('text', aad)) }));
}

/** Opens what `sealText` sealed at the same place. Throws EncryptionError for anything else. */
export function openText(dataKey: DataKey, envelope: Envelope, aad: Aad): string {
  return orFail(() => {
    ensure(envelope.v === formatVersion);
    return open(dataKey, envelope, aadOf('text', aad));
  });
}

/** Seals a row's personal content as JSON, for the row's new version. */
export function sealRow(dataKey: DataKey, content: object, place: RowPlace, version: number): RowEnvelope {
  return orFail(() => ({
    v: 2,
    r: version,
    ...seal(dataKey, JSON.stringify(content), aadOfRow(place, version)),
  }));
}

/** Opens what `sealRow` sealed at the same place. Throws EncryptionError for anything else. */
export function openRow(dataKey: DataKey, envelope: RowEnvelope, place: RowPlace): unknown {
  return orFail(() => {
    ensure(envelope.v === 2 && Number.isSafeInteger(envelope.r));
    return JSON.parse(open(dataKey, envelope, aadOfRow(place, envelope.r))) as unknown;
  });
}

/** Seals bytes, such as a document: one byte of version, 8 of the key's id, 12 of nonce, 16 of tag, the ciphertext. */
export function sealBytes(dataKey: DataKey, bytes: Uint8Array, aad: Aad): Buffer {
  return orFail(() => {
    const head = Buffer.from([formatVersion]);
    const sealed = encrypt(dataKey.key, bytes, aadOf('bytes', aad));
    return Buffer.concat([head, Buffer.from(dataKey.id, 'base64url'), sealed]);
  });
}

/** Opens what `sealBytes` sealed at the same place. Throws EncryptionError for anything else. */
export function openBytes(dataKey: DataKey, sealed: Uint8Array, aad: Aad): Buffer {
  return orFail(() => {
    const all = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const sealedAt = 1 + keyIdLength;
    ensure(all[0] === formatVersion && all.toString('base64url', 1, sealedAt) === dataKey.id);
    return decrypt(dataKey.key, all.subarray(sealedAt), aadOf('bytes', aad));
  });
}

/**
 * Returns a hash that only this installation can compute, as 64 hexadecimal digits: HMAC-SHA-256 under a key derived by HKDF (RFC
 * 5869) for this purpose. Use it for values short enough to guess, such as start keys (D22). `hashKey` must survive every
 * rotation, because a hash can't be recomputed without its value. So it is not a key of the ring, which only wraps it.
 */
export function keyedHash(hashKey: DataKey, purpose: string, value: string): string {
  return orFail(() => {
    const derived = derivedKey(hashKey, lengthPrefixed(['keyed hash', purpose]));
    return createHmac('sha256', derived).update(utf8(value)).digest('hex');
  });
}

/** Returns a 32-byte key of the installation for one purpose, different from all other purposes' keys (HKDF, RFC 5869). */
export function derivedKey(hashKey: DataKey, purpose: string | Buffer): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', hashKey.key, '', purpose, 32)));
}

function seal(dataKey: DataKey, text: string, aad: Buffer): Pick<Envelope, 'k' | 'n' | 't' | 'c'> {
  const sealed = encrypt(dataKey.key, utf8(text), aad);
  const tagAt = nonceLength;
  const ciphertextAt = tagAt + tagLength;
  return {
    k: dataKey.id,
    n: sealed.toString('base64', 0, tagAt),
    t: sealed.toString('base64', tagAt, ciphertextAt),
    c: sealed.toString('base64', ciphertextAt),
  };
}

function open(dataKey: DataKey, envelope: Pick<Envelope, 'k' | 'n' | 't' | 'c'>, aad: Buffer): string {
  ensure(envelope.k === dataKey.id);
  return decrypt(dataKey.key, inOnePiece(envelope), aad).toString('utf8');
}

/** Joins the parts of an envelope to the format of `encrypt`. */
function inOnePiece({ n, t, c }: Pick<Envelope, 'n' | 't' | 'c'>): Buffer {
  const [nonce, tag] = [Buffer.from(n, 'base64'), Buffer.from(t, 'base64')];
  ensure(nonce.length === nonceLength && tag.length === tagLength);
  return Buffer.concat([nonce, tag, Buffer.from(c, 'base64')]);
}

/** Returns the wrapped bytes of a data key. */
function bytesOf(wrapped: WrappedKey): Buffer {
  ensure(wrapped.v === 1 || wrapped.v === 2);
  return wrapped.v === 1 ? inOnePiece(wrapped) : Buffer.from(wrapped.c, 'base64');
}

function aadOf(form: 'text' | 'bytes', { program, application, table, row, field }: Aad): Buffer {
  return lengthPrefixed([form, program, application, table, row, field]);
}

/** The version can't be confused with a field's name, because the first part differs. */
function aadOfRow({ program, application, table, row }: RowPlace, version: number): Buffer {
  return lengthPrefixed(['row', program, application, table, row, String(version)]);
}

function ownerOf(id: string, owner: string): Buffer {
  return lengthPrefixed(['data key', id, owner]);
}

/** Joins the parts, each after its length (4 bytes, big-endian), so two different lists never give the same bytes. */
function lengthPrefixed(parts: readonly string[]): Buffer {
  const lengths = parts.map((part) => {
    ensure(part.length > 0 && part.isWellFormed());
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

/** Rejects lone surrogates, which Buffer would all turn into the same replacement character. */
function utf8(text: string): Buffer {
  ensure(text.isWellFormed());
  return Buffer.from(text, 'utf8');
}

function ensure(condition: boolean): void {
  if (!condition) throw new EncryptionError();
}

/** Turns every error into EncryptionError, because values from a database may have any shape. */
function orFail<Value>(work: () => Value): Value {
  try {
    return work();
  } catch {
    throw new EncryptionError();
  }
}

/** Like `orFail`, but lets KeysUnavailable through. */
async function orReject<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof KeysUnavailable ? error : new EncryptionError();
  }
}
