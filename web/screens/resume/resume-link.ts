/**
 * The resume link from an email (D55). Its secret is in the fragment of the address. The page moves it to memory at once, and to
 * the history entry for as long as a code works: a phone may discard the tab while the person reads the code in the mail app.
 */
import type { StartResponse } from '../../../api/start.ts';
import { mailCode } from '../../../form/limits/resume-limits.ts';
import { type ApiResponse, call, type Failure } from '../../api/api-client.ts';
import type { Parts } from '../../state/page.ts';

export type ResumeLink = ReturnType<typeof createResumeLink>;

const path = '/resume/link';

/** What the history entry of a link holds. Without `codeSent`, it says only that a link opened the entry. */
interface LinkEntry {
  readonly codeSent?: {
    readonly token: string;
    /** When the entry stops holding the secret, in milliseconds since 1970 by the device's clock. */
    readonly until: number;
  };
}

const isOnPage = () => location.pathname === '/resume';

const entryOfLink = () => (history.state as { readonly link?: LinkEntry } | null)?.link;

/** Replaces what the link's history entry holds, and removes the fragment from its address. Does nothing at another entry. */
function holdInEntry(link: LinkEntry | undefined): void {
  if (isOnPage()) history.replaceState({ ...history.state, link }, '', location.pathname + location.search);
}

/** Returns the code that was sent before a reload, if it may still work; otherwise removes the secret from the entry. */
function codeBeforeReload(): LinkEntry['codeSent'] {
  const codeSent = entryOfLink()?.codeSent;
  if (!codeSent || Date.now() < codeSent.until) return codeSent;
  holdInEntry({});
  return undefined;
}

export function createResumeLink({ onForget, retries }: Parts) {
  const listeners = new Set<() => void>();
  let codeSent = codeBeforeReload();
  let token = codeSent?.token ?? null;
  // One key for all tries: only one opens the draft, and a repeat of that one opens it again after a lost response.
  const idempotencyKey = crypto.randomUUID();

  function keep(next: string | null): void {
    token = next;
    for (const listener of listeners) listener();
  }

  function take(): void {
    if (!isOnPage() || location.hash.length < 2) return;
    const fragment = location.hash.slice(1);
    holdInEntry({});
    codeSent = undefined;
    keep(fragment);
  }

  /** Forgets the secret, in the history entry too. The link still works from the email. */
  function forget(): void {
    if (entryOfLink()) holdInEntry({});
    codeSent = undefined;
    keep(null);
  }

  take();
  // Another link opened in the same tab loads no new page.
  addEventListener('hashchange', take);
  onForget(forget);

  const send = (method: 'POST' | 'DELETE') => call(null, { method, path, body: { token } });
  const failureOf = <T>(response: ApiResponse<T>) => (response.ok ? undefined : response);

  return {
    /** Returns the secret; null if the address had none, or it was forgotten. */
    token: () => token,
    /** Returns whether this page, before a reload too, has had a code sent that may still work. */
    isCodeSent: () => codeSent !== undefined,
    /** Returns whether a link opened this history entry, even if its secret is no longer known. */
    openedThisEntry: () => entryOfLink() !== undefined,
    forget,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    // The page repeats neither of the next two calls by itself: each counts as a sent code or a try, even without a response.
    /** Has a code sent to the address that got the link. Reveals nothing about whether the link can be used. */
    sendCode: async () => {
      const sentFor = token;
      const failure = failureOf(await send('POST'));
      if (!failure && sentFor !== null && sentFor === token) {
        codeSent = { token: sentFor, until: Date.now() + mailCode.minutes * 60_000 };
        holdInEntry({ codeSent });
      }
      return failure;
    },
    /** Opens the draft with the code. Resolves with the failure if the code does not open it. */
    open: async (code: string): Promise<StartResponse | Failure> => {
      const body = { token, code };
      const opening = { method: 'POST', path: `${path}/open`, body, idempotencyKey } as const;
      const response = await call<StartResponse>(null, opening);
      if (!response.ok) return response;
      holdInEntry(undefined);
      return response.body;
    },
    /** Revokes the link, because it was sent to another person. */
    close: async () => {
      const isWanted = () => token !== null;
      const failure = failureOf(await retries.sendUntilAnswered(() => send('DELETE'), { isWanted }));
      if (!failure) holdInEntry(undefined);
      return failure;
    },
  };
}
