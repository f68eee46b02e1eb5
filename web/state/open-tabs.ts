/** Counts the tabs that have a session. Each of these tabs holds a Web Lock. Without Web Locks, the number of tabs is 0. */
import { locks } from '../browser/storage.ts';
import type { PageStore } from './store.ts';

const prefix = 'application-session-';
const ownLock = prefix + Math.random();

/** Holds a lock while this tab has a session, so that other tabs count it. */
export function countWhileLive({ getState, subscribe }: PageStore): void {
  let releaseLock: (() => void) | undefined;
  subscribe(() => {
    const isLive = getState().session !== null;
    if (!isLive) {
      releaseLock?.();
      releaseLock = undefined;
    } else if (!releaseLock) {
      const over = new Promise<void>((resolve) => {
        releaseLock = resolve;
      });
      locks()
        ?.request(ownLock, () => over)
        .catch(() => undefined);
    }
  });
}

export async function otherTabs(): Promise<number> {
  const snapshot = await locks()
    ?.query()
    .catch(() => undefined);
  const { held = [] } = snapshot ?? {};
  return held.filter(({ name }) => name?.startsWith(prefix) && name !== ownLock).length;
}
