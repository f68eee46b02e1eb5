/** The call that starts a session, from the address of an entry route (spec section 2). */

import type { StartResponse } from '../../api/start.ts';
import { isStartKey } from '../../form/limits/start-key.ts';
import type { ApiResponse, Call } from './api-client.ts';
import { call } from './api-client.ts';

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

/** Starts a session. Where many start from this network, the server first asks for some work, which is done here (D47). */
export async function sendStart(path: string, search: string): Promise<ApiResponse<StartResponse>> {
  const start = startCall(path, search);
  const response = await call<StartResponse>(null, start);
  if (response.ok || !response.challenge) return response;
  const { challenge } = response;
  return import('./solve-challenge.ts')
    .then(({ solve }) => solve(challenge))
    .then((solution) => call<StartResponse>(null, { ...start, solution }))
    .catch(() => response);
}

/** True if an entry route names a store, by a key or directly. */
export function namesStore(path: string, search: string): boolean {
  return keyIn(path) !== '' || new URLSearchParams(search).has('storeId');
}
