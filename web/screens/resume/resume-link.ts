/**
 * The link that came by email (D55). Its secret is in the fragment of the address. The page takes it from there at once, keeps
 * it in memory, and sends it to nobody until the person asks for a code. From then on the history entry holds it for as long as
 * the code works, because a phone may drop the tab while the person reads the code in the mail app.
 */
import type { StartResponse } from '../../../api/start.ts';
import { mailCode } from '../../../form/limits/resume-limits.ts';
import { type ApiResponse, call, type Failure } from '../../api/api-client.ts';
import type { Parts } from '../../state/page.ts';

export interface ResumeLink {
  /** The secret; null where the address had none, or everything was forgotten. */
  readonly token: () => string | null;
  /** True if this page, or the one that was reloaded, has a code sent that may still work. */
  readonly isCodeSent: () => boolean;
  /** True if a link opened this history entry, whether or not its secret is still known. */
  readonly openedThisEntry: () => boolean;
  /** Forgets the secret, in the history entry too. The link still works from the email. */
  readonly forget: () => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Has a code sent to the address that got the link. Says nothing of whether the link can be used. */
  readonly sendCode: () => Promise<Failure | undefined>;
  /** Opens the draft by the code; the failure where it does not. */
  readonly open: (code: string) => Promise<StartResponse | Failure>;
  /** Closes the link for everybody: it was somebody else's. */
  readonly close: () => Promise<Failure | undefined>;
}

const path = '/resume/link';

/** What the history entry of a link holds. Without `codeSent` only that a link opened it. */
interface LinkEntry {
  readonly codeSent?: {
    readonly token: string;
    /** How long the entry holds the secret, in milliseconds since 1970 by the device's clock. Only the server judges the code. */
    readonly until: number;
  };
}

const isOnPage = () => location.pathname === '/resume';

const entryOfLink = () => (history.state as { readonly link?: LinkEntry } | null)?.link;

/** Replaces what the entry of the link holds, and takes the fragment off its address. Does nothing at another entry. */
function holdInEntry(link: LinkEntry | undefined): void {
  if (isOnPage()) history.replaceState({ ...history.state, link }, '', location.pathname + location.search);
}

/** The code that was sent before a reload, if it may still work; otherwise its entry no longer holds the secret. */
function codeBeforeReload(): LinkEntry['codeSent'] {
  const codeSent = entryOfLink()?.codeSent;
  if (!codeSent || Date.now() < codeSent.until) return codeSent;
  holdInEntry({});
  return undefined;
}

export function createResumeLink({ onForget, patience }: Parts): ResumeLink {
  const listeners = new Set<() => void>();
  let codeSent = codeBeforeReload();
  let token = codeSent?.token ?? null;
  // Only one opening succeeds, and that does so again where its response was lost.
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
    token: () => token,
    isCodeSent: () => codeSent !== undefined,
    openedThisEntry: () => entryOfLink() !== undefined,
    forget,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    // Neither is repeated by itself: each counts, as a code sent or a try of one, even where its response is lost.
    sendCode: async () => {
      const sentFor = token;
      const failure = failureOf(await send('POST'));
      if (!failure && sentFor !== null && sentFor === token) {
        codeSent = { token: sentFor, until: Date.now() + mailCode.minutes * 60_000 };
        holdInEntry({ codeSent });
      }
      return failure;
    },
    open: async (code) => {
      const body = { token, code };
      const opening = { method: 'POST', path: `${path}/open`, body, idempotencyKey } as const;
      const response = await call<StartResponse>(null, opening);
      if (!response.ok) return response;
      holdInEntry(undefined);
      return response.body;
    },
    close: async () => {
      const isWanted = () => token !== null;
      const failure = failureOf(await patience.sendUntilClear(() => send('DELETE'), { isWanted }));
      if (!failure) holdInEntry(undefined);
      return failure;
    },
  };
}
