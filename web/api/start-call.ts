/** The call that starts a session, from the address of an entry route (spec section 2). */
import { isStartKey } from '../../form/lists/start-key.ts';
import type { Call } from './api-client.ts';

/** A decoded part of the address; if it cannot be decoded, as it is, which is no valid key. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The key in an entry route's path, or empty: `/startfoo` has the key `startfoo`, not `foo`. */
function keyIn(path: string): string {
  return decoded(path.replace(/^\/(start(\/|$))?/i, ''));
}

/** The start call of an entry route: with a start key, with an entity key, or with neither (D22). */
export function startCall(path: string, search: string): Call {
  const key = keyIn(path);
  const storeId = new URLSearchParams(search).get('storeId');
  const query = storeId === null ? '' : `?storeId=${encodeURIComponent(storeId)}`;
  const route = key === '' ? '' : isStartKey(key) ? `/${key}` : `/entity-key/${encodeURIComponent(key)}`;
  return { method: 'POST', path: `/apply/start${route}${query}` };
}

/** True if an entry route names a store, by a key or directly. */
export function namesStore(path: string, search: string): boolean {
  return keyIn(path) !== '' || new URLSearchParams(search).has('storeId');
}
