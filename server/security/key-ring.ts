/**
 * The key-encryption keys of an installation (D36). The first of the ring is current and wraps; the others only
 * unwrap what they wrapped before. They come from `ENCRYPTION_KEYS` or `ENCRYPTION_KEYS_FILE`, and only outside
 * production from a file that the embedded store makes for itself.
 *
 * Rotating while several nodes serve (X13): give every node the new key as second; then as first; rewrap all data
 * keys (`rewrapDataKey`); then drop the old one. At each step every node can open what any other wrote.
 */
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileOnce } from '../durable-file.ts';

/** A key and its name. A KeyObject shows no bytes when it is printed, logged or turned into JSON. */
export type NamedKey = { readonly id: string; readonly key: KeyObject };

export type KeyRing = {
  readonly current: NamedKey;
  readonly keys: ReadonlyMap<string, KeyObject>;
};

/** Where keys may come from; the first that is given counts. */
export type KeySource = {
  /** The text of `ENCRYPTION_KEYS`. */
  readonly keys?: string | undefined;
  /** The path in `ENCRYPTION_KEYS_FILE`. */
  readonly keysFile?: string | undefined;
  readonly dataDir: string;
  readonly production: boolean;
};

/**
 * Reads entries `id:key`, separated by commas or line breaks: the id of 1–32 letters, digits, `-` and `_`, each once;
 * the key 32 bytes in standard base64. A key of hardly any different bytes is refused, for it was typed, not drawn
 * (X17). Answers undefined when anything is wrong, and says no more, for the text is secret.
 */
export function parseKeyRing(text: string): KeyRing | undefined {
  const keys = new Map<string, KeyObject>();
  for (const entry of text.split(/[,\r\n]+/).map((part) => part.trim())) {
    if (entry === '') continue;
    const [, id, base64] = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/.exec(entry) ?? [];
    if (id === undefined || base64 === undefined || keys.has(id)) return undefined;
    const bytes = Buffer.from(base64, 'base64');
    if (new Set(bytes).size < 8) return undefined;
    keys.set(id, createSecretKey(bytes));
  }
  const [first] = keys;
  return first && { current: { id: first[0], key: first[1] }, keys };
}

/** A new random key as an entry of the ring. */
export function newKeyEntry(): string {
  return `key-${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')}`;
}

/**
 * Opens the ring at start. Throws an Error in plain words, for the operator, when no usable keys are there.
 * A key file that exists is never replaced, whatever it holds: what it once sealed would be lost.
 */
export async function openKeyRing({ keys, keysFile, dataDir, production }: KeySource): Promise<KeyRing> {
  if (keys !== undefined) return usable(parseKeyRing(keys), 'ENCRYPTION_KEYS');
  if (keysFile !== undefined) return readRing(keysFile, 'The file named by ENCRYPTION_KEYS_FILE');
  if (production) throw new Error('Production needs ENCRYPTION_KEYS or ENCRYPTION_KEYS_FILE.');
  const ownFile = join(dataDir, 'encryption-keys');
  if (!existsSync(ownFile)) await createFileOnce(ownFile, `${newKeyEntry()}\n`);
  return readRing(ownFile, 'The file encryption-keys in DATA_DIR');
}

function usable(ring: KeyRing | undefined, source: string): KeyRing {
  if (ring === undefined) throw new Error(`${source} holds no valid list of keys (id:base64 of 32 bytes).`);
  return ring;
}

async function readRing(path: string, source: string): Promise<KeyRing> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${source} cannot be read (${error.code}).`);
  });
  return usable(parseKeyRing(text), source);
}
