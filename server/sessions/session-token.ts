/**
 * The secret half of a session (D23, X4). The page knows the web session id and sends it as a header; the browser
 * holds a 256-bit token in an HttpOnly cookie that no script can read; the database holds only the token's SHA-256.
 * A fast hash is enough, because nobody can guess 256 random bits.
 */
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Scheme } from '../net/client-address.ts';

const webSessionIdForm = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** 256 bits in base64url. */
export const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/**
 * A new web session id: UUID version 4, not 7 as every other id. The cookie's name carries its first eight
 * characters, and in version 7 these are the clock's, the same for all sessions begun within 65 seconds: two tabs
 * opened together would share one cookie.
 */
export function newWebSessionId(): string {
  return randomUUID();
}

/**
 * Whether a text has the form that `newWebSessionId` gives; anything else is `session_invalid` without asking the
 * database.
 */
export function isWebSessionId(text: string): boolean {
  return webSessionIdForm.test(text);
}

/** A new token, base64url, for the cookie, and its hash for the database. */
export function newSessionToken(): { readonly token: string; readonly hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashSessionToken(token) };
}

/** SHA-256 of the token's text, 64 hexadecimal digits. */
export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Whether a token is the one whose hash was stored, in constant time. */
export function sessionTokenMatches(token: string, storedHash: string): boolean {
  const given = Buffer.from(hashSessionToken(token), 'hex');
  const stored = Buffer.from(storedHash, 'hex');
  return given.length === stored.length && timingSafeEqual(given, stored);
}

/**
 * `__Host-session-1a2b3c4d` over https, where the browser itself then insists on Secure, Path=/ and this very host;
 * `session-1a2b3c4d` over plain http, where a browser would refuse that prefix.
 */
export function sessionCookieName(webSessionId: string, scheme: Scheme): string {
  return `${cookiePrefix(scheme)}${webSessionId.slice(0, 8)}`;
}

/** The `Set-Cookie` value that hands out a token. It ends with the browser; the server ends it sooner (D23). */
export function sessionCookie(webSessionId: string, token: string, scheme: Scheme): string {
  return cookie(sessionCookieName(webSessionId, scheme), token, scheme);
}

/** The `Set-Cookie` value that removes a session's cookie, by the cookie's name. */
export function clearedSessionCookie(name: string, scheme: Scheme): string {
  return `${cookie(name, '', scheme)}; Max-Age=0`;
}

/**
 * The token that belongs to this web session id among all cookies of a request; undefined when there is none, when
 * it has not a token's form, or when the name comes twice (someone planted a second one).
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
 * Every session this browser holds on this host, so that a start can end the oldest beyond four (D23). A cookie does
 * not say how old it is: the server looks the hashes up and keeps the youngest, and clears by name what it ended or
 * does not know.
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

/** The cookies of a `Cookie` header, as sent. */
export function cookiesOf(header: string | undefined): { name: string; value: string }[] {
  return (header ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [] : [{ name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() }];
  });
}
