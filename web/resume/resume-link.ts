/**
 * The link that came by email (D55). Its secret stands in the fragment of the address; the page takes it from there at once,
 * keeps it in memory alone, and sends it to nobody until the person asks for a code.
 */
import type { StartResponse } from '../../api/start.ts';
import type { ApiResponse, Failure } from '../api/api-client.ts';
import { call } from '../api/api-client.ts';
import type { Parts } from '../state/page.ts';

export interface ResumeLink {
  /** The secret; null where the address had none, or everything was forgotten. */
  readonly token: () => string | null;
  readonly subscribe: (listener: () => void) => () => void;
  /** Has a code sent to the address that got the link. Says nothing of whether the link can be used. */
  readonly sendCode: () => Promise<Failure | undefined>;
  /** Opens the draft by the code; the failure where it does not. */
  readonly open: (code: string) => Promise<StartResponse | Failure>;
  /** Closes the link for everybody: it was somebody else's. */
  readonly close: () => Promise<Failure | undefined>;
}

const path = '/resume/link';

export function createResumeLink({ onForget, patience }: Parts): ResumeLink {
  const listeners = new Set<() => void>();
  let token: string | null = null;
  // Only one opening succeeds, and that does so again where its response was lost.
  const idempotencyKey = crypto.randomUUID();

  function keep(next: string | null): void {
    token = next;
    for (const listener of listeners) listener();
  }

  function take(): void {
    if (location.pathname !== '/resume' || location.hash.length < 2) return;
    const fragment = location.hash.slice(1);
    history.replaceState(history.state, '', location.pathname + location.search);
    keep(fragment);
  }

  take();
  // Another link opened in the same tab loads no new page.
  addEventListener('hashchange', take);
  onForget(() => keep(null));

  const send = (method: 'POST' | 'DELETE') => call(null, { method, path, body: { token } });
  const failureOf = <T>(response: ApiResponse<T>) => (response.ok ? undefined : response);

  return {
    token: () => token,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    // Neither is repeated by itself: each counts, as a code sent or a try of one, even where its response is lost.
    sendCode: async () => failureOf(await send('POST')),
    open: async (code) => {
      const body = { token, code };
      const opening = { method: 'POST', path: `${path}/open`, body, idempotencyKey } as const;
      const response = await call<StartResponse>(null, opening);
      return response.ok ? response.body : response;
    },
    close: async () => {
      const isWanted = () => token !== null;
      return failureOf(await patience.sendUntilClear(() => send('DELETE'), { isWanted }));
    },
  };
}
