/** Storage, locks and cookies: a person may block them, and access then throws. Nothing here throws. */

/** Returns the result of `access`; undefined if the browser blocks it. */
function unlessBlocked<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}

/** Returns the text in session storage under a key; null without one, and if storage is blocked. */
export function stored(key: string): string | null {
  return unlessBlocked(() => sessionStorage.getItem(key)) ?? null;
}

/** Puts a text into session storage, or removes it with null. Does nothing if storage is blocked or full. */
export function store(key: string, text: string | null): void {
  unlessBlocked(() => (text === null ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, text)));
}

/** Returns Web Locks; undefined without https, in an older browser, or if they are blocked with storage. */
export function locks(): LockManager | undefined {
  return unlessBlocked<LockManager | undefined>(() => navigator.locks);
}

/** Returns false if the browser says that it blocks cookies of this site. It may block them even if this is true. */
export function takesCookies(): boolean {
  return unlessBlocked(() => navigator.cookieEnabled) ?? false;
}
