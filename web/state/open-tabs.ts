/**
 * Counts the tabs of this browser that have a session, by Web Locks: each tab holds a lock while its session lives.
 * Without Web Locks, as without https or where storage is blocked, the count is 0.
 */
import { locks } from '../browser/storage.ts';
import type { PageStore } from './store.ts';

const prefix = 'application-session-';

/** This tab's lock. */
const own = prefix + Math.random();

/** Counts this tab while it has a session. */
export function countWhileLive({ getState, subscribe }: PageStore): void {
  let letGo: (() => void) | undefined;
  subscribe(() => {
    const isLive = getState().session !== null;
    if (!isLive) {
      letGo?.();
      letGo = undefined;
    } else if (!letGo) {
      const over = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      locks()
        ?.request(own, () => over)
        .catch(() => undefined);
    }
  });
}

/** How many other tabs have a session. */
export async function otherTabs(): Promise<number> {
  const { held = [] } =
    (await locks()
      ?.query()
      .catch(() => undefined)) ?? {};
  return held.filter(({ name }) => name?.startsWith(prefix) && name !== own).length;
}
