/**
 * Everything of the browser that a person may have blocked for this site: storage, locks, cookies. Only the access throws or is
 * refused there, so each is asked here alone, and nothing here throws. The page works without all of it but cookies.
 */

/** What `access` returns; undefined where the browser refuses it. */
function unlessBlocked<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}

/** What session storage holds under a key; null where it holds nothing or is blocked. */
export function stored(key: string): string | null {
  return unlessBlocked(() => sessionStorage.getItem(key)) ?? null;
}

/** Puts a text into session storage, or removes it with null. Does nothing where storage is blocked or full. */
export function store(key: string, text: string | null): void {
  unlessBlocked(() => (text === null ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, text)));
}

/** Web Locks; undefined without https, in an older browser, or where they are blocked with storage. */
export function locks(): LockManager | undefined {
  return unlessBlocked<LockManager | undefined>(() => navigator.locks);
}

/** False where the browser says that it takes no cookies of this site. True does not mean that they come back. */
export function takesCookies(): boolean {
  return unlessBlocked(() => navigator.cookieEnabled) ?? false;
}
