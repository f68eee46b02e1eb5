/**
 * What wraps data keys (D36): the ring of keys that this process holds, or a service that keeps its keys to itself. It is
 * never called inside a transaction, because a service answers over the network (D62).
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { KeyList, KeyServiceName, RingKey } from '../config/key-list.ts';
import { decrypt, encrypt } from './aes-gcm.ts';
import { EncryptionError, KeysUnavailable } from './sealing.ts';

/** Wraps and unwraps a data key's 32 bytes, by the id of a key-encryption key. */
export interface KeyWrapping {
  /** The id of the key that wraps from now on. It changes with a rotation, so each use must read it anew. */
  readonly currentId: string;
  /** @param boundTo is authenticated with the bytes: unwrapping needs the same */
  wrap(keyId: string, bytes: Uint8Array, boundTo: Uint8Array): Promise<Buffer>;
  /** Rejects with KeysUnavailable where that may pass, with anything else where the bytes do not belong to the key. */
  unwrap(keyId: string, wrapped: Buffer, boundTo: Uint8Array): Promise<Buffer>;
  /** False for bytes that an older version of the key has wrapped: in a service a key may have versions. */
  isNewest(keyId: string, wrapped: Buffer): Promise<boolean>;
  /** Whether the current key wraps just now. A service is asked at most once in ten seconds. */
  isReady(): Promise<boolean>;
}

/** A service that keeps keys, and wraps by them. Each rejects as the function of KeyWrapping does. */
export interface KeyService {
  wrap(keyName: string, bytes: Uint8Array, boundTo: Uint8Array): Promise<Buffer>;
  unwrap(keyName: string, wrapped: Buffer, boundTo: Uint8Array): Promise<Buffer>;
  isNewest(keyName: string, wrapped: Buffer): Promise<boolean>;
}

/** The services that settings name (`key-services/`). */
export type KeyServices = Readonly<Partial<Record<KeyServiceName, KeyService>>>;

/** How long the answer of `isReady` holds, in milliseconds, and the longest that it waits for the service. */
const readyMillis = 10_000;
const readyWaitMillis = 3_000;

/** The service keys as one that is held here. */
const heldHere = (key: Exclude<RingKey, { service: unknown }>): KeyService => ({
  wrap: async (_name, bytes, boundTo) => encrypt(key, bytes, boundTo),
  unwrap: async (_name, wrapped, boundTo) => decrypt(key, wrapped, boundTo),
  isNewest: async () => true,
});

/** Wraps by the ring, which may change while this is in use. */
export function wrappingByRing(ring: KeyList, services: KeyServices = {}): KeyWrapping {
  const of = (keyId: string): readonly [KeyService, string] => {
    const key = ring.keyOf(keyId);
    if (key === undefined) throw new EncryptionError();
    if (!('service' in key)) return [heldHere(key), keyId];
    const service = services[key.service];
    if (!service) throw new KeysUnavailable();
    return [service, key.name];
  };
  let asked:
    | { readonly keyId: string; readonly since: number; readonly answer: Promise<boolean> }
    | undefined;

  /** Whether a key in a service can be used. */
  async function ask(keyId: string): Promise<boolean> {
    const [service, name] = of(keyId);
    const works = service.wrap(name, new Uint8Array(32), Buffer.from('readiness')).then(
      () => true,
      () => false,
    );
    return Promise.race([works, pause(readyWaitMillis, false, { ref: false })]);
  }

  return {
    get currentId() {
      return ring.current.id;
    },
    wrap: async (keyId, bytes, boundTo) => {
      const [service, name] = of(keyId);
      return service.wrap(name, bytes, boundTo);
    },
    unwrap: async (keyId, wrapped, boundTo) => {
      const [service, name] = of(keyId);
      return service.unwrap(name, wrapped, boundTo);
    },
    isNewest: async (keyId, wrapped) => {
      const [service, name] = of(keyId);
      return service.isNewest(name, wrapped);
    },
    isReady: async () => {
      const { id, key } = ring.current;
      if (!('service' in key)) return true;
      if (asked?.keyId !== id || performance.now() - asked.since > readyMillis)
        asked = { keyId: id, since: performance.now(), answer: ask(id) };
      return asked.answer;
    },
  };
}
