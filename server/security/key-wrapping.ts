/**
 * What wraps data keys (D36): the ring of keys that this process holds, or a service that keeps its keys to itself. It is
 * never called inside a transaction, because a service answers over the network (D62).
 */
import { decrypt, encrypt } from './aes-gcm.ts';
import type { KeyList } from './key-ring.ts';
import { EncryptionError } from './sealing.ts';

/** Wraps and unwraps a data key's 32 bytes, by the id of a key-encryption key. */
export interface KeyWrapping {
  /** The id of the key that wraps from now on. It changes with a rotation, so each use must read it anew. */
  readonly currentId: string;
  /** @param boundTo is authenticated with the bytes: unwrapping needs the same */
  wrap(keyId: string, bytes: Uint8Array, boundTo: Uint8Array): Promise<Buffer>;
  /** Rejects with KeysUnavailable where that may pass, with anything else where the bytes do not belong to the key. */
  unwrap(keyId: string, wrapped: Buffer, boundTo: Uint8Array): Promise<Buffer>;
}

/** Wraps by the ring, which may change while this is in use. */
export function wrappingByRing(ring: KeyList): KeyWrapping {
  const keyOf = (keyId: string) => {
    const key = ring.keyOf(keyId);
    if (key === undefined) throw new EncryptionError();
    return key;
  };
  return {
    get currentId() {
      return ring.current.id;
    },
    wrap: async (keyId, bytes, boundTo) => encrypt(keyOf(keyId), bytes, boundTo),
    unwrap: async (keyId, wrapped, boundTo) => decrypt(keyOf(keyId), wrapped, boundTo),
  };
}
