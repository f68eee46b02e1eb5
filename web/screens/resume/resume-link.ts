/**
 * The resume link from an email (D55). The page moves the link's secret from the URL to memory. While a code is valid, the
 * secret is also in the history entry, because a phone may discard the tab while the person reads the email with the code.
 */
import type { StartResponse } from '../../../api/start.ts';
import { mailCode } from '../../../form/limits/resume-limits.ts';
import { type ApiResponse, call, type Failure } from '../../api/api-client.ts';
import type { Parts } from '../../state/page.ts';

export type ResumeLink = ReturnType<typeof createResumeLink>;

const path = '/resume/link';

/** The data in a history entry that a resume link opened. Without `codeSent`, it only records that a link opened this entry. */
interface LinkEntry {
  readonly codeSent?: {
    readonly token: string;
    /** The time at which the secret must be removed from the history entry, in milliseconds since 1970 by the device's clock. */
    readonly until: number;
  };
}

const codeMillis = mailCode.minutes * 60_000;

const isOnPage = () => location.pathname === '/resume';

const entryOfLink = () => (history.state as { readonly link?: LinkEntry } | null)?.link;

/** Replaces the link's data in the history entry and removes the URL's fragment. Does nothing if the path isn't `/resume`. */
function holdInEntry(link: LinkEntry | undefined): void {
  if (isOnPage()) history.replaceState({ ...history.state, link }, '', location.pathname + location.search);
}

/**
 * Returns the data about a code sent before a reload. Removes the secret from the history entry if the code has expired, or if
 * the device's clock was set back to before the code was sent, because the secret would then stay too long. After that, the
 * person must open the link in the email again.
 */
function codeBeforeReload(): LinkEntry['codeSent'] {
  const codeSent = entryOfLink()?.codeSent;
  if (!codeSent) return undefined;
  const left = codeSent.until - Date.now();
  if (left > 0 && left <= codeMillis) return codeSent;
  holdInEntry({});
  return undefined;
}

export function createResumeLink({ onForget, retries }: Parts) {
  const listeners = new Set<() => void>();
  let codeSent = codeBeforeReload();
  let token = codeSent?.token ?? null;
  // All tries share an idempotency key, so if the response of a successful try is lost, the same try succeeds again.
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

  /** Erases the secret from memory and from the history entry. The link in the email still works. */
  function forget(): void {
    if (entryOfLink()) holdInEntry({});
    codeSent = undefined;
    keep(null);
  }

  take();
  // If another link is opened in the same tab, only the fragment changes and no new page loads.
  addEventListener('hashchange', take);
  onForget(forget);

  const send = (method: 'POST' | 'DELETE') => call(null, { method, path, body: { token } });
  const failureOf = <T>(response: ApiResponse<T>) => (response.ok ? undefined : response);

  return {
    /** Returns the secret; null if the URL had none or the secret has been erased. */
    token: () => token,
    /** Returns true if this page has requested a code that may still be valid. The request may have been before a reload. */
    isCodeSent: () => codeSent !== undefined,
    /** Returns true if a resume link opened this history entry, even if the link's secret is no longer known. */
    openedThisEntry: () => entryOfLink() !== undefined,
    forget,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    // The page does not repeat the next two calls automatically, because every call counts toward a limit.
    /** Sends a code to the email address that received the link. The response does not reveal whether the link is valid. */
    sendCode: async () => {
      const sentFor = token;
      const failure = failureOf(await send('POST'));
      if (!failure && sentFor !== null && sentFor === token) {
        codeSent = { token: sentFor, until: Date.now() + codeMillis };
        holdInEntry({ codeSent });
      }
      return failure;
    },
    /** Resumes the draft in a new session, with the code. Resolves to the failure if the code is refused or the call fails. */
    open: async (code: string): Promise<StartResponse | Failure> => {
      const body = { token, code };
      const opening = { method: 'POST', path: `${path}/open`, body, idempotencyKey } as const;
      const response = await call<StartResponse>(null, opening);
      if (!response.ok) return response;
      holdInEntry(undefined);
      return response.body;
    },
    /** Revokes the link after its recipient has said that they didn't request it. */
    close: async () => {
      const isWanted = () => token !== null;
      const failure = failureOf(await retries.sendUntilAnswered(() => send('DELETE'), { isWanted }));
      if (!failure) holdInEntry(undefined);
      return failure;
    },
  };
}
