/** Sets and reads the cookies of sessions (D23) and of a device's resume tokens (D55). Scripts cannot read these cookies. */
import type { Scheme } from '../net/client-address.ts';

export type CookieKind = 'session' | 'resume';

/** Returns the prefix of cookie names. Over https, `__Host-` makes browsers enforce Secure, Path=/ and a single host. */
const prefixOf = (kind: CookieKind, scheme: Scheme) => `${scheme === 'https' ? '__Host-' : ''}${kind}-`;

/** Returns a cookie's name, such as `__Host-session-1a2b3c4d`. The name contains eight hexadecimal digits of the id. */
export function cookieName(kind: CookieKind, id: string, scheme: Scheme): string {
  // Use random digits, so that two cookies get different names. A web session id begins with random digits. A token's id begins
  // with the time, so only its last digits are random.
  return prefixOf(kind, scheme) + (kind === 'session' ? id.slice(0, 8) : id.slice(-8));
}

/** Returns the value of a `Set-Cookie` header. Without `seconds`, the cookie lasts until the browser is closed. */
export function setCookie(name: string, value: string, scheme: Scheme, seconds?: number): string {
  const attributes = `Path=/; HttpOnly; SameSite=Strict${scheme === 'https' ? '; Secure' : ''}`;
  return `${name}=${value}; ${attributes}${seconds === undefined ? '' : `; Max-Age=${seconds}`}`;
}

/** Returns the value of a `Set-Cookie` header that deletes a cookie. */
export const clearedCookie = (name: string, scheme: Scheme) => setCookie(name, '', scheme, 0);

/** Returns all cookies of one kind in a `Cookie` header, in the header's order. */
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
