/**
 * Manages the key-encryption keys of an installation (D36). The keys are in a setting or in a file. Outside production, a new key
 * file is created if neither is configured. The first key wraps data keys. The other keys only unwrap. An entry is a key, or the
 * name of a key in a service (`key-services/`). To rotate keys (X13), first add the new key in second place on every node. Then
 * move it to the first place on every node. Then rewrap all data keys (`rotate-keys.ts`), and remove the old key.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type KeyList, type KeyServiceName, keyServiceSettings, parseKeyList } from '../config/key-list.ts';
import { createFileOnce, replaceFile } from '../files/durable-file.ts';

/** The key ring in use. The keys change when the key file changes, so don't cache any part of the ring. */
export type KeyRing = KeyList & {
  /** Where the keys come from. `own` means a file that `openKeyRing` created. No other key file is ever written. */
  readonly source: 'setting' | 'file' | 'own';
  /** Whether opening the ring created a key file. */
  readonly isNew: boolean;
  /** Reads the key file again. Returns whether the file changed. Throws like `openKeyRing`, and then keeps the previous keys. */
  reload(): boolean;
  /** Adds a new current key to the file that `openKeyRing` created. Throws for any other source. */
  addNewKey(): Promise<void>;
};

/** The possible sources of the keys. The first source that is set is used. */
type KeySource = {
  /** The value of the setting `ENCRYPTION_KEYS`. */
  readonly keys?: string | undefined;
  /** The path in the setting `ENCRYPTION_KEYS_FILE`. */
  readonly keysFile?: string | undefined;
  readonly dataDir: string;
  readonly production: boolean;
  /** The names of the configured key services. `openKeyRing` rejects a list that contains a key in any other service. */
  readonly services?: readonly KeyServiceName[] | undefined;
};

/** Returns a new random key in the format of an entry in a list of keys. */
export function newKeyEntry(): string {
  return `key-${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')}`;
}

/** Returns the path of the key file that `openKeyRing` creates if no setting provides keys. */
export function ownKeyFile(dataDir: string): string {
  return join(dataDir, 'encryption-keys');
}

/** Opens the ring. Throws an Error with a message for the operator. Never replaces an existing key file. */
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

  return {
    source,
    isNew,
    get current() {
      return ring.current;
    },
    get keys() {
      return ring.keys;
    },
    keyOf: (id) => {
      // Read the file again, because another node may already use a key that was added to the file after this process read it.
      if (!ring.keys.has(id))
        try {
          reload();
        } catch {}
      return ring.keys.get(id);
    },
    reload,
    addNewKey: async () => {
      if (source !== 'own') throw new Error('This program changes only its own key file.');
      reload();
      await replaceFile(path, `${newKeyEntry()}\n${text}`);
      reload();
    },
  };
}

const watchMillis = 5_000;

/** Checks the key file every 5 s and whenever `look` is called. If the file is faulty, logs why and keeps the current keys. */
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
      // The messages of `reload` never quote the file's content.
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

/** Reads the key file synchronously, so that `keyOf` can be synchronous. The file is small and rarely read. */
function readText(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown';
    throw new Error(`${name} cannot be read (${code}).`);
  }
}
