/** The call that begins a session, read off the address that a person came by (spec section 2). */
import { isStartKey } from '../../form/lists/start-key.ts';
import type { Call } from './api-client.ts';

/** A part of the address as it was typed; what cannot be decoded stays, and is no key of anybody. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The key in the address of an entry route, empty where there is none: `/startfoo` names `startfoo`, not `foo`. */
function keyIn(path: string): string {
  return decoded(path.replace(/^\/(start(\/|$))?/i, ''));
}

/** The start call for an entry route: with a start key, with an entity key, or with neither (D22). */
export function startCall(path: string, search: string): Call {
  const key = keyIn(path);
  const storeId = new URLSearchParams(search).get('storeId');
  const query = storeId === null ? '' : `?storeId=${encodeURIComponent(storeId)}`;
  const route = key === '' ? '' : isStartKey(key) ? `/${key}` : `/entity-key/${encodeURIComponent(key)}`;
  return { method: 'POST', path: `/apply/start${route}${query}` };
}

/** Whether an entry route names a store of its own, by a key or outright. */
export function namesStore(path: string, search: string): boolean {
  return keyIn(path) !== '' || new URLSearchParams(search).has('storeId');
}
