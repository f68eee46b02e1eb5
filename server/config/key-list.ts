/** Parses the list of key-encryption keys in ENCRYPTION_KEYS and in key files (D36). */
import { createSecretKey, type KeyObject } from 'node:crypto';

/** A key and its id. A KeyObject never shows its bytes when it is printed, logged or turned into JSON. */
export type NamedKey = { readonly id: string; readonly key: KeyObject };

/** The setting that each key service requires. Keys in the list begin with their service's name, as in `vault:transit/card`. */
export const keyServiceSettings = { vault: 'VAULT_ADDR', kms: 'AWS_REGION' } as const;
export type KeyServiceName = keyof typeof keyServiceSettings;

/** A key that never leaves its key service (Vault or KMS). The server knows only its name. */
export type ServiceKey = { readonly service: KeyServiceName; readonly name: string };
export type RingKey = KeyObject | ServiceKey;

export type KeyList = {
  readonly current: { readonly id: string; readonly key: RingKey };
  readonly keys: ReadonlyMap<string, RingKey>;
  /** Returns the key with this id, or undefined if there is no such key. */
  keyOf(id: string): RingKey | undefined;
};

/**
 * Parses entries `id:key`, separated by commas or line breaks. The first key is the current key. Returns undefined if there is no
 * entry, an entry is invalid, or two have the same id. Doesn't throw, because an exception could quote a secret (X17).
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

/** Parses 32 bytes in base64. Returns undefined for any other text, or if fewer than 8 of the bytes are different. */
function parseKey(written: string): KeyObject | undefined {
  if (!/^[A-Za-z0-9+/]{43}=$/.test(written)) return undefined;
  const bytes = Buffer.from(written, 'base64');
  return new Set(bytes).size < 8 ? undefined : createSecretKey(bytes);
}

/**
 * Parses a reference to a key of a key service: `vault:transit/card`, or `kms:` with an id or ARN. Returns undefined for any
 * other text, and for a KMS alias, because an alias could later refer to another key.
 */
function parseServiceKey(written: string): ServiceKey | undefined {
  const [, vault] = /^vault:((?:[\w-]+\/)+[\w.-]+)$/.exec(written) ?? [];
  if (vault !== undefined) return { service: 'vault', name: vault };
  const [, kms] = /^kms:((?:arn:aws[\w-]*:kms:[\w-]+:\d{12}:key\/)?[\w-]{1,256})$/.exec(written) ?? [];
  return kms === undefined ? undefined : { service: 'kms', name: kms };
}
