/**
 * The key-encryption keys of an installation (D36). The first key of the ring is the current one and wraps; the others
 * only unwrap what they wrapped before. They come from `ENCRYPTION_KEYS` or `ENCRYPTION_KEYS_FILE`, and only outside
 * production from a file that the embedded store makes for itself. A key is in the list itself, or stays in a service
 * that wraps by it (`key-services/`): one list of both, so that a rotation leads from either to the other.
 *
 * Rotating while several nodes serve (X13): give every node the new key as second; then as first; rewrap all data keys
 * (`rotate-keys.ts`); then drop the old one. At each step every node can open what any other wrote. A ring that comes
 * from a file follows the file while the server serves.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { KeyList, KeyServiceName, RingKey } from '../config/key-list.ts';
import { keyServiceSettings, parseKeyList } from '../config/key-list.ts';
import { createFileOnce, replaceFile } from '../files/durable-file.ts';

/** The ring in use. It changes when its file does, so each use must read it anew. */
export type KeyRing = KeyList & {
  /** `own`: the key file that this program made for itself, the only one that it writes. */
  readonly source: 'setting' | 'file' | 'own';
  /** True where opening the ring has made its own key file. */
  readonly isNew: boolean;
  /**
   * Loads what the file holds now; returns whether the ring has changed. A ring from the environment never changes.
   * Throws as `openKeyRing` does, and keeps the ring as it was.
   */
  reload(): boolean;
  /** Writes a new key into the own file, before the others, and makes it current. Throws for any other source. */
  addNewKey(): Promise<void>;
};

/** Where keys may come from; the first that is given counts. */
export type KeySource = {
  /** The text of `ENCRYPTION_KEYS`. */
  readonly keys?: string | undefined;
  /** The path in `ENCRYPTION_KEYS_FILE`. */
  readonly keysFile?: string | undefined;
  readonly dataDir: string;
  readonly production: boolean;
  /** The services that settings name; a key of another one is refused. */
  readonly services?: readonly KeyServiceName[] | undefined;
};

/** A new random key as an entry of the ring. */
export function newKeyEntry(): string {
  return `key-${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')}`;
}

/** The key file of an installation that has no other keys. */
export function ownKeyFile(dataDir: string): string {
  return join(dataDir, 'encryption-keys');
}

/**
 * Opens the ring at start. Throws an Error in plain words, for the operator, when no usable keys are there. A key file
 * that exists is never replaced at start, whatever it holds: everything sealed under its keys would be lost.
 */
export async function openKeyRing(from: KeySource): Promise<KeyRing> {
  const { keys, keysFile, dataDir, production, services = [] } = from;
  if (keys !== undefined) return ringOfSetting(usable(parseKeyList(keys), 'ENCRYPTION_KEYS', services));
  if (keysFile !== undefined)
    return ringOfFile('file', keysFile, 'The file named by ENCRYPTION_KEYS_FILE', { services });
  if (production) throw new Error('Production needs ENCRYPTION_KEYS or ENCRYPTION_KEYS_FILE.');
  const ownFile = ownKeyFile(dataDir);
  const isNew = !existsSync(ownFile) && (await createFileOnce(ownFile, `${newKeyEntry()}\n`));
  return ringOfFile('own', ownFile, 'The file encryption-keys in DATA_DIR', { services, isNew });
}

function ringOfSetting(ring: KeyList): KeyRing {
  return {
    ...ring,
    source: 'setting',
    isNew: false,
    reload: () => false,
    addNewKey: () => Promise.reject(new Error('Keys of a setting are not changed by this program.')),
  };
}

function ringOfFile(
  source: 'file' | 'own',
  path: string,
  name: string,
  { services, isNew = false }: { readonly services: readonly KeyServiceName[]; readonly isNew?: boolean },
): KeyRing {
  let text = readText(path, name);
  let ring = usable(parseKeyList(text), name, services);

  function reload(): boolean {
    const textNow = readText(path, name);
    if (textNow === text) return false;
    ring = usable(parseKeyList(textNow), name, services);
    text = textNow;
    return true;
  }

  /** Another node may use a new key a moment before this one reads the file again. */
  function readAgainFor(id: string): RingKey | undefined {
    try {
      reload();
    } catch {
      return undefined;
    }
    return ring.keys.get(id);
  }

  return {
    source,
    isNew,
    get current() {
      return ring.current;
    },
    get keys() {
      return ring.keys;
    },
    keyOf: (id) => ring.keys.get(id) ?? readAgainFor(id),
    reload,
    addNewKey: async () => {
      if (source !== 'own') throw new Error('Only a key file of its own is changed by this program.');
      reload();
      await replaceFile(path, `${newKeyEntry()}\n${text}`);
      reload();
    },
  };
}

/** How often a server looks whether its key file has changed, in milliseconds. */
const watchMillis = 5_000;

/**
 * Follows the key file while the server serves: looks every 5 s, and at once when `look` is called, as on SIGHUP. Reads
 * the file itself instead of waiting for file events, which mounted secrets and network folders do not send. A file
 * that cannot be used is logged and changes nothing.
 */
export function watchKeyRing(
  ring: KeyRing,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): { look(): void; stop(): void } {
  let complaint = '';
  const look = () => {
    try {
      if (ring.reload())
        log.info(
          `the encryption keys were read again: ${ring.current.id} is current, known are ${[...ring.keys.keys()].join(', ')}`,
        );
      complaint = '';
    } catch (error) {
      const message = error instanceof Error ? error.message : 'unknown';
      // A message of `openKeyRing`, which quotes nothing of the file.
      if (message !== complaint) log.error(`the encryption keys stay as they were: ${message}`);
      complaint = message;
    }
  };
  const timer = setInterval(look, watchMillis);
  timer.unref();
  return { look, stop: () => clearInterval(timer) };
}

function usable(ring: KeyList | undefined, source: string, services: readonly KeyServiceName[]): KeyList {
  if (ring === undefined) throw new Error(`${source} holds no valid list of keys (id:base64 of 32 bytes).`);
  for (const key of ring.keys.values())
    if ('service' in key && !services.includes(key.service))
      throw new Error(`${source} names a key in a service that needs ${keyServiceSettings[key.service]}.`);
  return ring;
}

/** Read synchronously: some hundred bytes, at start and rarely again, so that unwrapping need not be asynchronous. */
function readText(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown';
    throw new Error(`${name} cannot be read (${code}).`);
  }
}
