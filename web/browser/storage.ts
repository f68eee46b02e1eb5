/** Accesses storage, locks and cookies. Catches the errors that browsers throw if the person blocks one of these. */

function unlessBlocked<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}

/** Returns the text in session storage under a key; null if there is none or storage is blocked. */
export function stored(key: string): string | null {
  return unlessBlocked(() => sessionStorage.getItem(key)) ?? null;
}

/** Stores a text in session storage; null removes it. Does nothing if storage is blocked or full. */
export function store(key: string, text: string | null): void {
  unlessBlocked(() => (text === null ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, text)));
}

/** Returns the Web Locks API; undefined without https, in an older browser, or if it is blocked. */
export function locks(): LockManager | undefined {
  return unlessBlocked<LockManager | undefined>(() => navigator.locks);
}

/** Returns false if the browser says that it blocks this site's cookies. Even if this returns true, cookies may be blocked. */
export function takesCookies(): boolean {
  return unlessBlocked(() => navigator.cookieEnabled) ?? false;
}
