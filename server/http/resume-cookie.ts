/**
 * The secret by which a device comes back to a draft (D55): one cookie a draft, which outlives the browser's session, because a
 * phone ends a browser in the background. Its name says nothing of the draft.
 */
import type { Scheme } from '../net/client-address.ts';
import type { ResumeCookie } from '../resume/device-token.ts';
import { cookiesOf, hashSessionToken, tokenForm } from '../sessions/session-token.ts';
import { sessionLifetimeMillis } from '../sessions/sessions.ts';

/** A browser holds the ways into at most this many drafts of a host. */
export const tokensPerDevice = 4;

const prefixOf = (scheme: Scheme) => (scheme === 'https' ? '__Host-resume-' : 'resume-');

/** The last eight digits of the way's id: these are random, and its first ones the clock's. */
export function cookieName(tokenId: string, scheme: Scheme): string {
  return `${prefixOf(scheme)}${tokenId.slice(-8)}`;
}

const attributes = (scheme: Scheme) =>
  `Path=/; HttpOnly; SameSite=Strict${scheme === 'https' ? '; Secure' : ''}`;

/**
 * The `Set-Cookie` value that hands out the secret of a way, for as long as the draft can be kept: its hours begin with the
 * last answer, which comes before the session's longest lifetime is over.
 */
export function resumeCookie(tokenId: string, token: string, scheme: Scheme, hours: number): string {
  return `${cookieName(tokenId, scheme)}=${token}; ${attributes(scheme)}; Max-Age=${hours * 3600 + sessionLifetimeMillis / 1000}`;
}

/** The `Set-Cookie` value that removes one, by its name. */
export function clearedResumeCookie(name: string, scheme: Scheme): string {
  return `${name}=; ${attributes(scheme)}; Max-Age=0`;
}

/** All that a browser holds of this host, at most twice as many as it may: more were planted. */
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
