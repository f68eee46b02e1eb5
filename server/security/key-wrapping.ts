/** Wraps data keys (D36) with the keys of the ring, in this process or in a service. Don't wrap keys in a transaction (D62). */
import { setTimeout as pause } from 'node:timers/promises';
import type { KeyList, KeyServiceName } from '../config/key-list.ts';
import { decrypt, encrypt } from './aes-gcm.ts';
import { EncryptionError, KeysUnavailable } from './sealing.ts';

/** Wraps and unwraps the 32 bytes of data keys. Each function takes the name of the key-encryption key to use. */
export interface KeyService {
  /** Wraps a data key. `boundTo` is authenticated together with the bytes, and unwrapping requires the same value. */
  wrap(keyName: string, bytes: Uint8Array, boundTo: Uint8Array): Promise<Buffer>;
  /** Unwraps a data key. Rejects with KeysUnavailable if retrying may help, and with another error if the bytes are wrong. */
  unwrap(keyName: string, wrapped: Buffer, boundTo: Uint8Array): Promise<Buffer>;
  /** Returns false if an older version of the key wrapped the bytes. Only keys in a service have versions. */
  isNewest(keyName: string, wrapped: Buffer): Promise<boolean>;
}

/** Wraps data keys with the keys of the installation. Here, a key's name is its id in the ring. */
export interface KeyWrapping extends KeyService {
  /** The id of the key that wraps new data keys. A rotation changes it, so don't cache it. */
  readonly currentId: string;
  /** Returns whether the current key can wrap now. Calls a key service at most once in ten seconds. */
  isReady(): Promise<boolean>;
}

/** The configured key services (`key-services/`), by name. */
export type KeyServices = Readonly<Partial<Record<KeyServiceName, KeyService>>>;

/** Milliseconds for which a result of `isReady` is cached. */
const readyMillis = 10_000;
/** Milliseconds for which `isReady` waits for the service. */
const readyWaitMillis = 3_000;

/** Returns a wrapping that uses the keys of the ring. The ring may change while the wrapping is in use. */
export function wrappingByRing(ring: KeyList, services: KeyServices = {}): KeyWrapping {
  /** Calls `use` with a key's service and the key's name in that service. A key without a service is used in this process. */
  async function withService<T>(
    keyId: string,
    use: (service: KeyService, name: string) => Promise<T>,
  ): Promise<T> {
    const key = ring.keyOf(keyId);
    if (key === undefined) throw new EncryptionError();
    if (!('service' in key))
      return use(
        {
          wrap: async (_name, bytes, boundTo) => encrypt(key, bytes, boundTo),
          unwrap: async (_name, wrapped, boundTo) => decrypt(key, wrapped, boundTo),
          isNewest: async () => true,
        },
        keyId,
      );
    const service = services[key.service];
    if (!service) throw new KeysUnavailable();
    return use(service, key.name);
  }
  const wrap: KeyService['wrap'] = (keyId, bytes, boundTo) =>
    withService(keyId, (service, name) => service.wrap(name, bytes, boundTo));

  let checked:
    | { readonly keyId: string; readonly since: number; readonly works: Promise<boolean> }
    | undefined;

  /** Returns whether a key in a service can wrap now. */
  function check(keyId: string): Promise<boolean> {
    const works = wrap(keyId, new Uint8Array(32), Buffer.from('readiness')).then(
      () => true,
      () => false,
    );
    return Promise.race([works, pause(readyWaitMillis, false, { ref: false })]);
  }

  return {
    get currentId() {
      return ring.current.id;
    },
    wrap,
    unwrap: (keyId, wrapped, boundTo) =>
      withService(keyId, (service, name) => service.unwrap(name, wrapped, boundTo)),
    isNewest: (keyId, wrapped) => withService(keyId, (service, name) => service.isNewest(name, wrapped)),
    isReady: async () => {
      const { id, key } = ring.current;
      if (!('service' in key)) return true;
      if (checked?.keyId !== id || performance.now() - checked.since > readyMillis)
        checked = { keyId: id, since: performance.now(), works: check(id) };
      return checked.works;
    },
  };
}
