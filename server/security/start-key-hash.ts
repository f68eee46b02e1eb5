/** How a start key rests: as its keyed hash alone (D22). */
import type { DataKey } from './encryption.ts';
import { keyedHash } from './encryption.ts';

/** The hash of a start key, however its digits are grouped. */
export function startKeyHash(hashKey: DataKey, key: string): Buffer {
  return Buffer.from(keyedHash(hashKey, 'start key', key.replace(/[- ]/g, '')), 'hex');
}
