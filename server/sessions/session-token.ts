/**
 * Creates and checks the secret of a session (D23, X4): a random token of 256 bits in an HttpOnly cookie. The database
 * stores only the token's SHA-256, which is enough because no one can guess 256 random bits.
 */
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Scheme } from '../net/client-address.ts';
import { cookieName, cookiesIn } from './cookies.ts';

const webSessionIdForm = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The format of a token: 256 bits in base64url. */
export const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** Returns a new UUIDv4. Cookie names contain its first digits, which are random, so tabs get cookies with different names. */
export const newWebSessionId = () => randomUUID();

/** Returns a new token in base64url for the cookie, and the token's hash for the database. */
export function newToken(): { readonly token: string; readonly tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashToken(token) };
}

/** Returns the SHA-256 of a token's text. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest();

/** Returns whether a token has the stored hash. Compares in constant time. */
export function tokenMatches(token: string, storedHash: Buffer): boolean {
  const given = hashToken(token);
  return given.length === storedHash.length && timingSafeEqual(given, storedHash);
}

/** Returns a session's token. Undefined if it is malformed, or if the header has no cookie or several cookies of this session. */
export function readSessionToken(
  cookieHeader: string | undefined,
  webSessionId: string,
  scheme: Scheme,
): string | undefined {
  if (!webSessionIdForm.test(webSessionId)) return undefined;
  const name = cookieName('session', webSessionId, scheme);
  const [only, ...others] = cookiesIn(cookieHeader, 'session', scheme).filter((pair) => pair.name === name);
  return only !== undefined && others.length === 0 && tokenForm.test(only.value) ? only.value : undefined;
}
