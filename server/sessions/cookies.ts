/**
 * The cookies of sessions (D23) and of the resume tokens of a device (D55), which no script can read. A cookie's name contains
 * eight digits of its session's or token's id and reveals nothing else.
 */
import type { Scheme } from '../net/client-address.ts';

export type CookieKind = 'session' | 'resume';

/** Over https, `__Host-` makes browsers enforce Secure, Path=/ and no other host. Over plain http, browsers refuse the prefix. */
const prefixOf = (kind: CookieKind, scheme: Scheme) => `${scheme === 'https' ? '__Host-' : ''}${kind}-`;

/** Returns the name of a cookie, such as `__Host-session-1a2b3c4d`. */
export function cookieName(kind: CookieKind, id: string, scheme: Scheme): string {
  // A web session id is random. A token's id begins with the clock, so only its last digits are random.
  return prefixOf(kind, scheme) + (kind === 'session' ? id.slice(0, 8) : id.slice(-8));
}

/** Returns a `Set-Cookie` value. Without `seconds`, the cookie lasts until the browser closes. */
export function setCookie(name: string, value: string, scheme: Scheme, seconds?: number): string {
  const attributes = `Path=/; HttpOnly; SameSite=Strict${scheme === 'https' ? '; Secure' : ''}`;
  return `${name}=${value}; ${attributes}${seconds === undefined ? '' : `; Max-Age=${seconds}`}`;
}

/** Returns the `Set-Cookie` value that deletes a cookie. */
export function clearedCookie(name: string, scheme: Scheme): string {
  return setCookie(name, '', scheme, 0);
}

/** Returns the cookies of a kind in a `Cookie` header, in the order sent. */
export function cookiesIn(
  header: string | undefined,
  kind: CookieKind,
  scheme: Scheme,
): { readonly name: string; readonly value: string }[] {
  const prefix = prefixOf(kind, scheme);
  const pairs = (header ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [] : [{ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() }];
  });
  return pairs.filter(
    ({ name }) => name.startsWith(prefix) && /^[0-9a-f]{8}$/.test(name.slice(prefix.length)),
  );
}
