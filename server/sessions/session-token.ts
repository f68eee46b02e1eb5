/**
 * The secret half of a session (D23, X4). The page sends the public web session id as a header. The browser holds a 256-bit token
 * in an HttpOnly cookie, which no script can read. The database holds only the token's SHA-256; a fast hash is enough, because no
 * one can guess 256 random bits.
 */
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Scheme } from '../net/client-address.ts';

const webSessionIdForm = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** 256 bits in base64url. */
export const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/**
 * Returns a new web session id: a UUID of version 4, unlike all other ids, which are version 7. The cookie's name contains its
 * first eight characters. In version 7 these come from the clock and are equal for all sessions of the same 65 seconds, so two
 * tabs opened together would share a cookie.
 */
export function newWebSessionId(): string {
  return randomUUID();
}

/** Returns whether a text has the form of a web session id. Any other text is `session_invalid` without a database call. */
export function isWebSessionId(text: string): boolean {
  return webSessionIdForm.test(text);
}

/** Returns a new token in base64url for the cookie, and its hash for the database. */
export function newSessionToken(): { readonly token: string; readonly hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashSessionToken(token) };
}

/** Returns the SHA-256 of a token's text, as 64 hexadecimal digits. */
export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Compares a token with a stored hash, in constant time. */
export function sessionTokenMatches(token: string, storedHash: string): boolean {
  const given = Buffer.from(hashSessionToken(token), 'hex');
  const stored = Buffer.from(storedHash, 'hex');
  return given.length === stored.length && timingSafeEqual(given, stored);
}

/**
 * Returns the name of a session's cookie. Over https it is `__Host-session-1a2b3c4d`, for which the browser enforces Secure,
 * Path=/ and no other host. Over plain http it is `session-1a2b3c4d`, because browsers refuse the prefix there.
 */
export function sessionCookieName(webSessionId: string, scheme: Scheme): string {
  return `${cookiePrefix(scheme)}${webSessionId.slice(0, 8)}`;
}

/**
 * Returns the `Set-Cookie` value for a token. The cookie lasts until the browser closes; the server ends the session earlier
 * (D23).
 */
export function sessionCookie(webSessionId: string, token: string, scheme: Scheme): string {
  return cookie(sessionCookieName(webSessionId, scheme), token, scheme);
}

/** Returns the `Set-Cookie` value that deletes a session's cookie. */
export function clearedSessionCookie(name: string, scheme: Scheme): string {
  return `${cookie(name, '', scheme)}; Max-Age=0`;
}

/**
 * Returns the token for this web session id from a request's cookies. Returns undefined if there is none, if it is malformed, or
 * if two cookies have the name, because then someone planted one.
 *
 * @param cookieHeader The `Cookie` header as sent.
 */
export function readSessionToken(
  cookieHeader: string | undefined,
  webSessionId: string,
  scheme: Scheme,
): string | undefined {
  if (!isWebSessionId(webSessionId)) return undefined;
  const name = sessionCookieName(webSessionId, scheme);
  const [only, ...others] = cookiesOf(cookieHeader).filter((pair) => pair.name === name);
  return only !== undefined && others.length === 0 && tokenForm.test(only.value) ? only.value : undefined;
}

/**
 * Returns all session cookies of this browser on this host, so that a start can end the oldest sessions beyond four (D23).
 * Cookies do not contain their age, so the server looks up the hashes, keeps the newest, and clears the cookies of sessions that
 * it ended or does not know.
 */
export function sessionCookiesIn(
  cookieHeader: string | undefined,
  scheme: Scheme,
): { readonly name: string; readonly tokenHash: string }[] {
  const prefix = cookiePrefix(scheme);
  return cookiesOf(cookieHeader)
    .filter(({ name }) => name.startsWith(prefix) && /^[0-9a-f]{8}$/.test(name.slice(prefix.length)))
    .map(({ name, value }) => ({ name, tokenHash: hashSessionToken(value) }));
}

function cookiePrefix(scheme: Scheme): string {
  return scheme === 'https' ? '__Host-session-' : 'session-';
}

function cookie(name: string, value: string, scheme: Scheme): string {
  const secure = scheme === 'https' ? '; Secure' : '';
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Strict${secure}`;
}

/** Returns the cookies of a `Cookie` header in the order sent. */
export function cookiesOf(header: string | undefined): { name: string; value: string }[] {
  return (header ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [] : [{ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() }];
  });
}
