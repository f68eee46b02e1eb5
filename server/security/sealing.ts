/**
 * Encrypts stored data (D36, D41, D42, D62, X2). Each application has a data key that seals all personal data in the
 * application's rows, and a key-encryption key wraps the data key. So a rotation only rewraps one data key per application, and
 * erasing the wrapped data key makes all answers unreadable (D38). Associated data binds a value to its row and field, and a
 * row's content to the row and its version. So a value that was moved can't be decrypted. The lengths of values aren't hidden.
 */
import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { NamedKey } from '../config/key-list.ts';
import type { Envelope, RowEnvelope, WrappedKey } from '../db/tables.ts';
import { decrypt, encrypt, nonceLength, tagLength } from './aes-gcm.ts';
import type { KeyWrapping } from './key-wrapping.ts';

const keyIdLength = 8;
const formatVersion = 1;

/** An unwrapped data key. Its id has 8 random bytes in base64url. Encrypted values refer to their data key by this id. */
export type DataKey = NamedKey;

/** The place to which the encrypted content of a row is bound. None of its parts may be empty. */
export type RowPlace = Readonly<Record<'program' | 'application' | 'table' | 'row', string>>;

/** The place to which one encrypted value is bound, as its additional authenticated data (AAD). */
export type Aad = RowPlace & { readonly field: string };

/** Thrown if a value couldn't be encrypted or decrypted. The error reveals nothing about the content, the key or the cause. */
export class EncryptionError extends Error {
  override readonly name = 'EncryptionError';

  constructor() {
    super('A value could not be sealed or opened.');
  }
}

/** Thrown if the encryption keys can't be used now, but may be later. The API responds with 503 `unavailable`. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
  /** The cause, such as `ECONNREFUSED` or `VAULT_403`. */
  readonly code: string | undefined;

  constructor(code?: string) {
    super(`The encryption keys cannot be used just now${code === undefined ? '' : ` (${code})`}.`);
    this.code = code;
  }
}

/** Returns a new data key and its wrapped form, bound to `owner`: the application's id or a fixed word. */
export async function newDataKey(wrapping: KeyWrapping, owner: string) {
  const id = randomBytes(keyIdLength).toString('base64url');
  const key: DataKey = { id, key: createSecretKey(randomBytes(32)) };
  return { key, wrapped: await wrapDataKey(wrapping, key, owner) };
}

/** Returns the unwrapped data key. Rejects with KeysUnavailable if a retry may help, otherwise with EncryptionError. */
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

/** Wraps a data key with the current key-encryption key, and binds it to `owner`. */
export async function wrapDataKey(
  wrapping: KeyWrapping,
  { id, key }: DataKey,
  owner: string,
): Promise<WrappedKey> {
  const k = wrapping.currentId;
  const wrapped = await orReject(() => wrapping.wrap(k, key.export(), ownerOf(id, owner)));
  return { id, v: 2, k, c: wrapped.toString('base64') };
}

/** Returns whether a data key is wrapped with the current key's newest version. Rejects like `unwrapDataKey`. */
export async function isWrappedByNewest(wrapping: KeyWrapping, wrapped: WrappedKey): Promise<boolean> {
  return (
    wrapped.k === wrapping.currentId && orReject(async () => wrapping.isNewest(wrapped.k, bytesOf(wrapped)))
  );
}

/** Rewraps a data key. Returns `wrapped` itself if it is already wrapped with the newest version of the current key. */
export async function rewrapDataKey(
  wrapping: KeyWrapping,
  wrapped: WrappedKey,
  owner: string,
): Promise<WrappedKey> {
  if (await isWrappedByNewest(wrapping, wrapped)) return wrapped;
  return wrapDataKey(wrapping, await unwrapDataKey(wrapping, wrapped, owner), owner);
}

/** Encrypts a text for a jsonb column. Throws EncryptionError if the text has lone surrogates, which UTF-8 can't represent. */
export function sealText(dataKey: DataKey, text: string, aad: Aad): Envelope {
  return orFail(() => ({ v: formatVersion, ...seal(dataKey, text, aadOf('text', aad)) }));
}

/** Decrypts a text that `sealText` encrypted with the same `aad`. Throws EncryptionError for any other value. */
export function openText(dataKey: DataKey, envelope: Envelope, aad: Aad): string {
  return orFail(() => {
    ensure(envelope.v === formatVersion);
    return open(dataKey, envelope, aadOf('text', aad));
  });
}

/** Encrypts a row's personal content as JSON, and binds it to the row's new version. */
export function sealRow(dataKey: DataKey, content: object, place: RowPlace, version: number): RowEnvelope {
  return orFail(() => ({
    v: 2,
    r: version,
    ...seal(dataKey, JSON.stringify(content), aadOfRow(place, version)),
  }));
}

/** Decrypts content that `sealRow` encrypted for the same place. Throws EncryptionError for any other value. */
export function openRow(dataKey: DataKey, envelope: RowEnvelope, place: RowPlace): unknown {
  return orFail(() => {
    ensure(envelope.v === 2 && Number.isSafeInteger(envelope.r));
    return JSON.parse(open(dataKey, envelope, aadOfRow(place, envelope.r))) as unknown;
  });
}

/** Encrypts bytes, such as a document. Returns format version (1 byte), key's id (8), nonce (12), tag (16), and ciphertext. */
export function sealBytes(dataKey: DataKey, bytes: Uint8Array, aad: Aad): Buffer {
  return orFail(() => {
    const head = Buffer.from([formatVersion]);
    const sealed = encrypt(dataKey.key, bytes, aadOf('bytes', aad));
    return Buffer.concat([head, Buffer.from(dataKey.id, 'base64url'), sealed]);
  });
}

/** Decrypts bytes that `sealBytes` encrypted for the same place. Throws EncryptionError for any other value. */
export function openBytes(dataKey: DataKey, sealed: Uint8Array, aad: Aad): Buffer {
  return orFail(() => {
    const all = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const sealedAt = 1 + keyIdLength;
    ensure(all[0] === formatVersion && all.toString('base64url', 1, sealedAt) === dataKey.id);
    return decrypt(dataKey.key, all.subarray(sealedAt), aadOf('bytes', aad));
  });
}

/**
 * Returns the HMAC-SHA-256 of a value as 64 hexadecimal digits. Only this installation can compute it, so it is safe for values
 * short enough to guess (D22). Derives the HMAC's key from `hashKey` for `purpose`. Rotations must keep `hashKey`, or the stored
 * hashes no longer match.
 */
export function keyedHash(hashKey: DataKey, purpose: string, value: string): string {
  return orFail(() => {
    const derived = derivedKey(hashKey, lengthPrefixed(['keyed hash', purpose]));
    return createHmac('sha256', derived).update(utf8(value)).digest('hex');
  });
}

/** Returns a 32-byte key of this installation for one purpose. Each purpose has a different key (HKDF, RFC 5869). */
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

/** Joins the parts of an envelope into the byte format of `encrypt`. */
function inOnePiece({ n, t, c }: Pick<Envelope, 'n' | 't' | 'c'>): Buffer {
  const [nonce, tag] = [Buffer.from(n, 'base64'), Buffer.from(t, 'base64')];
  ensure(nonce.length === nonceLength && tag.length === tagLength);
  return Buffer.concat([nonce, tag, Buffer.from(c, 'base64')]);
}

function bytesOf(wrapped: WrappedKey): Buffer {
  ensure(wrapped.v === 1 || wrapped.v === 2);
  return wrapped.v === 1 ? inOnePiece(wrapped) : Buffer.from(wrapped.c, 'base64');
}

function aadOf(form: 'text' | 'bytes', { program, application, table, row, field }: Aad): Buffer {
  return lengthPrefixed([form, program, application, table, row, field]);
}

/** Returns the associated data of a row. It begins with `row`, unlike a value's associated data, so the two can't be confused. */
function aadOfRow({ program, application, table, row }: RowPlace, version: number): Buffer {
  return lengthPrefixed(['row', program, application, table, row, String(version)]);
}

function ownerOf(id: string, owner: string): Buffer {
  return lengthPrefixed(['data key', id, owner]);
}

/** Joins the parts, each preceded by its length (4 bytes, big-endian), so two different lists never produce the same bytes. */
function lengthPrefixed(parts: readonly string[]): Buffer {
  const pieces = parts.flatMap((part) => {
    ensure(part.length > 0);
    const [length, bytes] = [Buffer.alloc(4), utf8(part)];
    length.writeUInt32BE(bytes.length);
    return [length, bytes];
  });
  return Buffer.concat(pieces);
}

/** Converts a text to UTF-8. Throws for lone surrogates, because Buffer would replace all of them with the same character. */
function utf8(text: string): Buffer {
  ensure(text.isWellFormed());
  return Buffer.from(text, 'utf8');
}

function ensure(condition: boolean): void {
  if (!condition) throw new EncryptionError();
}

/** Runs `work` and converts every error to EncryptionError, because values from a database may have any shape. */
function orFail<Value>(work: () => Value): Value {
  try {
    return work();
  } catch {
    throw new EncryptionError();
  }
}

/** Runs asynchronous `work` like `orFail`, but does not convert KeysUnavailable. */
async function orReject<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof KeysUnavailable ? error : new EncryptionError();
  }
}
