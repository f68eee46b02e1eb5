/** The list of key-encryption keys, as ENCRYPTION_KEYS and the files of keys write it (D36). */
import { createSecretKey, type KeyObject } from 'node:crypto';

/** A key and its name. A KeyObject shows no bytes when it is printed, logged or turned into JSON. */
export type NamedKey = { readonly id: string; readonly key: KeyObject };

/** The services that may hold keys, by the word of their entries, and the setting without which none is asked. */
export const keyServiceSettings = { vault: 'VAULT_ADDR', kms: 'AWS_REGION' } as const;
export type KeyServiceName = keyof typeof keyServiceSettings;

/** A key that a service keeps to itself: all that we have is its name there. */
export type ServiceKey = { readonly service: KeyServiceName; readonly name: string };
export type RingKey = KeyObject | ServiceKey;

export type KeyList = {
  readonly current: { readonly id: string; readonly key: RingKey };
  readonly keys: ReadonlyMap<string, RingKey>;
  /** The key of an id; undefined where the ring has no such key. */
  keyOf(id: string): RingKey | undefined;
};

/**
 * Reads entries `id:key`, separated by commas or line breaks: the id of 1–32 letters, digits, `-` and `_`, each once;
 * the key 32 bytes in standard base64, or the name of one in a service: `vault:` with mount and key, as in
 * `vault:transit/card`, or `kms:` with a key's id or ARN. A key of few different bytes is refused: a person typed it, it is
 * not random (X17). Returns undefined when anything is wrong, without saying what, because the text is secret.
 */
export function parseKeyList(text: string): KeyList | undefined {
  const keys = new Map<string, RingKey>();
  for (const entry of text.split(/[,\r\n]+/).map((part) => part.trim())) {
    if (entry === '') continue;
    const [, id, written = ''] = /^([A-Za-z0-9_-]{1,32}):(.+)$/.exec(entry) ?? [];
    const key = parseServiceKey(written) ?? parseKey(written);
    if (id === undefined || key === undefined || keys.has(id)) return undefined;
    keys.set(id, key);
  }
  const [first] = keys;
  return first && { current: { id: first[0], key: first[1] }, keys, keyOf: (id) => keys.get(id) };
}

function parseKey(written: string): KeyObject | undefined {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(written)) return undefined;
  const bytes = Buffer.from(written, 'base64');
  return new Set(bytes).size < 8 ? undefined : createSecretKey(bytes);
}

/** No alias of KMS: it may be pointed to another key, and what the one before has wrapped would not open. */
function parseServiceKey(written: string): ServiceKey | undefined {
  const [, vault] = /^vault:((?:[\w-]+\/)+[\w.-]+)$/.exec(written) ?? [];
  if (vault !== undefined) return { service: 'vault', name: vault };
  const [, kms] = /^kms:((?:arn:aws[\w-]*:kms:[\w-]+:\d{12}:key\/)?[\w-]{1,256})$/.exec(written) ?? [];
  return kms === undefined ? undefined : { service: 'kms', name: kms };
}
