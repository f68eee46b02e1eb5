/** Sets and clears the cookies with the resume tokens of a device (D55): one per draft, at most four per browser. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { endedAmong, tokenOfApplication } from '../db/queries/resume-tokens.ts';
import {
  type DeviceToken,
  issueDeviceToken,
  type ResumeCookie,
  tokensOfDevice,
} from '../resume/device-token.ts';
import type { ResumeServices } from '../resume/resume-events.ts';
import { revokeToken } from '../resume/revoke-token.ts';
import type { Services } from '../services.ts';
import { clearedCookie, cookieName, cookiesIn, setCookie } from '../sessions/cookies.ts';
import { hashToken, tokenForm } from '../sessions/session-token.ts';
import { sessionLifetimeMillis } from '../sessions/sessions.ts';

/** The maximum number of resume tokens that a browser holds for a host, one per draft. */
const tokensPerDevice = 4;

/** Returns the browser's resume cookies, at most twice as many as a browser may hold. Only an attacker sends more cookies. */
export function sentCookies({ headers, scheme }: FastifyRequest): readonly ResumeCookie[] {
  return cookiesIn(headers.cookie, 'resume', scheme)
    .filter(({ value }) => tokenForm.test(value))
    .slice(0, 2 * tokensPerDevice)
    .map(({ name, value }) => ({ name, tokenHash: hashToken(value) }));
}

/** Tells the browser to delete these cookies. */
export function clearCookies(reply: FastifyReply, cookies: readonly { readonly name: string }[]): void {
  for (const { name } of cookies) reply.header('set-cookie', clearedCookie(name, reply.request.scheme));
}

/**
 * Sets a resume token's cookie. The token expires `resume.hours` after the last answer, which may come at the end of a session.
 * Therefore the cookie lasts for a session lifetime plus `resume.hours`.
 */
export function setResumeCookie(
  { program, scheme }: Pick<FastifyRequest, 'program' | 'scheme'>,
  reply: Pick<FastifyReply, 'header'>,
  { id, token }: DeviceToken,
): void {
  const seconds = program.resume.hours * 3600 + sessionLifetimeMillis / 1000;
  reply.header('set-cookie', setCookie(cookieName('resume', id, scheme), token, scheme, seconds));
}

/**
 * Issues a resume token for a draft and sets the token's cookie. Returns false if the draft gets no token. If the browser now has
 * too many tokens, revokes the tokens of the least recently changed drafts and clears the cookies without a live token.
 */
export async function issueResumeCookie(
  services: ResumeServices,
  reply: FastifyReply,
  applicationId: string,
  now: Date,
): Promise<boolean> {
  const { request } = reply;
  const { program, scheme } = request;
  const token = await issueDeviceToken(services, program, applicationId, now);
  if (!token) return false;
  setResumeCookie(request, reply, token);
  const others = sentCookies(request).filter(({ name }) => name !== cookieName('resume', token.id, scheme));
  if (others.length < tokensPerDevice) return true;
  const open = await tokensOfDevice(services, program, others);
  const [kept, displaced] = [open.slice(0, tokensPerDevice - 1), open.slice(tokensPerDevice - 1)];
  for (const found of displaced) await revokeToken(services, found, 'displaced');
  const isKept = ({ tokenHash }: ResumeCookie) => kept.some((one) => one.tokenHash.equals(tokenHash));
  const gone = others.filter((cookie) => !isKept(cookie));
  clearCookies(reply, gone);
  return true;
}

/** Clears the resume cookie of an application that is no longer a draft, or whose resume token has ended. */
export async function clearDraftCookie({ database }: Services, reply: FastifyReply, applicationId: string) {
  const sent = sentCookies(reply.request);
  if (sent.length === 0) return;
  const token = await tokenOfApplication(database.db, applicationId, 'device');
  if (!token || (token.isOpen && token.isDraft)) return;
  const own = cookieName('resume', token.id, reply.request.scheme);
  const gone = sent.filter(({ name }) => name === own);
  clearCookies(reply, gone);
}

/** Clears the cookies of ended tokens. Keeps a cookie with an unknown secret, because another tab may have just set it. */
export async function clearEndedCookies({ database }: Services, reply: FastifyReply): Promise<void> {
  const sent = sentCookies(reply.request);
  const hashes = sent.map(({ tokenHash }) => tokenHash);
  const ended = await endedAmong(database.db, hashes);
  const gone = sent.filter(({ tokenHash }) => ended.some((hash) => hash.equals(tokenHash)));
  clearCookies(reply, gone);
}
