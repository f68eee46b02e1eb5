/**
 * The cookie that holds a device's resume token (D55): one per draft. It outlives the browser session, because a phone ends a
 * background browser. Its name reveals nothing of the draft.
 */
import type { Scheme } from '../net/client-address.ts';
import type { ResumeCookie } from '../resume/device-token.ts';
import { cookiesOf, hashSessionToken, tokenForm } from '../sessions/session-token.ts';
import { sessionLifetimeMillis } from '../sessions/sessions.ts';

/** Most drafts of a host that a browser holds resume tokens for. */
export const tokensPerDevice = 4;

const prefixOf = (scheme: Scheme) => (scheme === 'https' ? '__Host-resume-' : 'resume-');

/**
 * Returns the cookie's name, which ends with the last eight digits of the token's id: these are random; the first ones come from
 * the clock.
 */
export function cookieName(tokenId: string, scheme: Scheme): string {
  return `${prefixOf(scheme)}${tokenId.slice(-8)}`;
}

const attributes = (scheme: Scheme) =>
  `Path=/; HttpOnly; SameSite=Strict${scheme === 'https' ? '; Secure' : ''}`;

/**
 * Returns the `Set-Cookie` value for a resume token. It lasts for the program's hours plus the session lifetime, because the
 * hours begin with the last answer, which can come as late as the end of the session.
 */
export function resumeCookie(tokenId: string, token: string, scheme: Scheme, hours: number): string {
  return `${cookieName(tokenId, scheme)}=${token}; ${attributes(scheme)}; Max-Age=${hours * 3600 + sessionLifetimeMillis / 1000}`;
}

/** Returns the `Set-Cookie` value that removes a cookie by its name. */
export function clearedResumeCookie(name: string, scheme: Scheme): string {
  return `${name}=; ${attributes(scheme)}; Max-Age=0`;
}

/**
 * Returns the resume cookies that a browser sent for this host, at most twice as many as it may hold; a request with more has
 * planted ones.
 */
export function resumeCookiesIn(header: string | undefined, scheme: Scheme): readonly ResumeCookie[] {
  const prefix = prefixOf(scheme);
  return cookiesOf(header)
    .filter(
      ({ name, value }) =>
        name.startsWith(prefix) && /^[0-9a-f]{8}$/.test(name.slice(prefix.length)) && tokenForm.test(value),
    )
    .slice(0, 2 * tokensPerDevice)
    .map(({ name, value }) => ({ name, tokenHash: Buffer.from(hashSessionToken(value), 'hex') }));
}
