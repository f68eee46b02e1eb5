/** Makes the call that starts a session. The URL of an entry route determines this call (spec section 2). */
import type { StartResponse } from '../../api/start.ts';
import { isStartKey } from '../../form/limits/start-key.ts';
import { type ApiResponse, type Call, call } from './api-client.ts';

/** Returns the key in an entry route's path; empty if there is none. For `/startfoo`, the key is `startfoo`, not `foo`. */
function keyIn(path: string): string {
  const key = path.replace(/^\/(start(\/|$))?/i, '');
  try {
    return decodeURIComponent(key);
  } catch {
    // A key that can't be decoded is invalid. Return it unchanged, so that the server refuses it.
    return key;
  }
}

/** Returns the call that starts a session at an entry route: with a start key, with an entity key, or without a key (D22). */
export function startCall(path: string, search: string): Call {
  const key = keyIn(path);
  const storeId = new URLSearchParams(search).get('storeId');
  const query = storeId === null ? '' : `?storeId=${encodeURIComponent(storeId)}`;
  const route = key === '' ? '' : isStartKey(key) ? `/${key}` : `/entity-key/${encodeURIComponent(key)}`;
  return { method: 'POST', path: `/apply/start${route}${query}` };
}

/** Starts a session. If the server requires a proof of work, solves it and tries again (D47). */
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

/** Returns true if an entry route identifies a store, by a key in its path or by `storeId`. */
export function namesStore(path: string, search: string): boolean {
  return keyIn(path) !== '' || new URLSearchParams(search).has('storeId');
}
