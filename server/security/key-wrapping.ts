/**
 * Wraps data keys (D36) with the ring of keys in this process, or with a service that never reveals its keys. Never call it
 * inside a transaction, because a service answers over the network (D62).
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { KeyList, KeyServiceName, RingKey } from '../config/key-list.ts';
import { decrypt, encrypt } from './aes-gcm.ts';
import { EncryptionError, KeysUnavailable } from './sealing.ts';

/** Wraps and unwraps a data key's 32 bytes, by the id of a key-encryption key. */
export interface KeyWrapping {
  /** The id of the key that wraps now. It changes with a rotation, so read it again at each use. */
  readonly currentId: string;
  /**
   * Wraps a data key.
   * @param boundTo is authenticated with the bytes, and needed to unwrap them
   */
  wrap(keyId: string, bytes: Uint8Array, boundTo: Uint8Array): Promise<Buffer>;
  /**
   * Unwraps a data key. Rejects with KeysUnavailable if retrying may help, and with any other error if the bytes don't belong to
   * the key.
   */
  unwrap(keyId: string, wrapped: Buffer, boundTo: Uint8Array): Promise<Buffer>;
  /** Returns false if an older version of the key wrapped the bytes. Keys in a service may have versions. */
  isNewest(keyId: string, wrapped: Buffer): Promise<boolean>;
  /** Returns whether the current key can wrap now. Calls a service at most once in ten seconds. */
  isReady(): Promise<boolean>;
}

/** A service that holds keys and wraps with them. Its functions reject as those of KeyWrapping do. */
export interface KeyService {
  wrap(keyName: string, bytes: Uint8Array, boundTo: Uint8Array): Promise<Buffer>;
  unwrap(keyName: string, wrapped: Buffer, boundTo: Uint8Array): Promise<Buffer>;
  isNewest(keyName: string, wrapped: Buffer): Promise<boolean>;
}

/** The configured key services (`key-services/`). */
export type KeyServices = Readonly<Partial<Record<KeyServiceName, KeyService>>>;

/** How long a result of `isReady` is cached, and how long it waits for the service, in milliseconds. */
const readyMillis = 10_000;
const readyWaitMillis = 3_000;

/** Returns a key in this process as a service. */
const localService = (key: Exclude<RingKey, { service: unknown }>): KeyService => ({
  wrap: async (_name, bytes, boundTo) => encrypt(key, bytes, boundTo),
  unwrap: async (_name, wrapped, boundTo) => decrypt(key, wrapped, boundTo),
  isNewest: async () => true,
});

/** Returns a wrapping with the ring, which may change while in use. */
export function wrappingByRing(ring: KeyList, services: KeyServices = {}): KeyWrapping {
  const serviceOf = (keyId: string): readonly [KeyService, string] => {
    const key = ring.keyOf(keyId);
    if (key === undefined) throw new EncryptionError();
    if (!('service' in key)) return [localService(key), keyId];
    const service = services[key.service];
    if (!service) throw new KeysUnavailable();
    return [service, key.name];
  };
  let checked:
    | { readonly keyId: string; readonly since: number; readonly answer: Promise<boolean> }
    | undefined;

  /** Returns whether a key in a service can be used. */
  async function check(keyId: string): Promise<boolean> {
    const [service, name] = serviceOf(keyId);
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
      const [service, name] = serviceOf(keyId);
      return service.wrap(name, bytes, boundTo);
    },
    unwrap: async (keyId, wrapped, boundTo) => {
      const [service, name] = serviceOf(keyId);
      return service.unwrap(name, wrapped, boundTo);
    },
    isNewest: async (keyId, wrapped) => {
      const [service, name] = serviceOf(keyId);
      return service.isNewest(name, wrapped);
    },
    isReady: async () => {
      const { id, key } = ring.current;
      if (!('service' in key)) return true;
      if (checked?.keyId !== id || performance.now() - checked.since > readyMillis)
        checked = { keyId: id, since: performance.now(), answer: check(id) };
      return checked.answer;
    },
  };
}
