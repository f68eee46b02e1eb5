/**
 * The key-encryption keys of an installation (D36), from `ENCRYPTION_KEYS`, `ENCRYPTION_KEYS_FILE` or, outside production, a file
 * that the embedded store makes for itself. The first key wraps; the others only unwrap what they wrapped before. A key is in the
 * list itself or in a service (`key-services/`). To rotate while several nodes serve (X13): give every node the new key as
 * second; then as first; rewrap all data keys (`rotate-keys.ts`); then drop the old one.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { KeyList, KeyServiceName, RingKey } from '../config/key-list.ts';
import { keyServiceSettings, parseKeyList } from '../config/key-list.ts';
import { createFileOnce, replaceFile } from '../files/durable-file.ts';

/** The ring in use. It changes when its file does, so read it again at each use. */
export type KeyRing = KeyList & {
  /** `own`: the key file that this program made for itself, and the only one that it writes. */
  readonly source: 'setting' | 'file' | 'own';
  /** True if opening the ring made its own key file. */
  readonly isNew: boolean;
  /** Loads the file's content. Returns whether the ring has changed. If it throws as `openKeyRing` does, nothing has changed. */
  reload(): boolean;
  /** Writes a new key into the own file, before the others, and makes it current. Throws for any other source. */
  addNewKey(): Promise<void>;
};

/** Where keys may come from. The first given source is used. */
export type KeySource = {
  /** The text of `ENCRYPTION_KEYS`. */
  readonly keys?: string | undefined;
  /** The path in `ENCRYPTION_KEYS_FILE`. */
  readonly keysFile?: string | undefined;
  readonly dataDir: string;
  readonly production: boolean;
  /** The configured key services. A key in any other service is refused. */
  readonly services?: readonly KeyServiceName[] | undefined;
};

/** Returns a new random key as an entry of the ring. */
export function newKeyEntry(): string {
  return `key-${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')}`;
}

/** Returns the path of the key file of an installation without other keys. */
export function ownKeyFile(dataDir: string): string {
  return join(dataDir, 'encryption-keys');
}

/** Opens the ring at start, or throws an Error for the operator. Never replaces an existing key file, whatever it contains. */
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
  const addNewKey = () =>
    Promise.reject(new Error('This program does not change keys that a setting provides.'));
  return { ...ring, source: 'setting', isNew: false, reload: () => false, addNewKey };
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

  /** Returns a key that another node may use before this one has read the file again. */
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
      if (source !== 'own') throw new Error('This program changes only its own key file.');
      reload();
      await replaceFile(path, `${newKeyEntry()}\n${text}`);
      reload();
    },
  };
}

/** How often a server checks its key file for changes, in milliseconds. */
const watchMillis = 5_000;

/** Checks the key file every 5 s, and when `look` is called, as on SIGHUP. A faulty file is logged and changes nothing. */
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
      // A message of `openKeyRing`, which never quotes the file.
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

/** Reads the file synchronously, so `keyOf` needn't be asynchronous: a few hundred bytes, read at start and rarely again. */
function readText(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown';
    throw new Error(`${name} cannot be read (${code}).`);
  }
}
