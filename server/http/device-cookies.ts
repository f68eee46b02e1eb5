/** Sets and clears the cookies that hold the resume tokens of a device (D55): at most four per browser. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { endedAmong, tokenInto } from '../db/queries/resume-tokens.ts';
import { issueDeviceToken, type ResumeCookie, tokensOfDevice } from '../resume/device-token.ts';
import type { ResumeServices } from '../resume/resume-events.ts';
import { revokeToken } from '../resume/revoke-token.ts';
import {
  clearedResumeCookie,
  cookieName,
  resumeCookie,
  resumeCookiesIn,
  tokensPerDevice,
} from './resume-cookie.ts';

/** Returns the resume cookies that the browser sent. */
export function sentCookies(request: FastifyRequest): readonly ResumeCookie[] {
  return resumeCookiesIn(request.headers.cookie, request.scheme);
}

/** Removes cookies from the browser. */
export function clearCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  cookies: readonly Pick<ResumeCookie, 'name'>[],
): void {
  for (const { name } of cookies) reply.header('set-cookie', clearedResumeCookie(name, request.scheme));
}

/** Sets the cookie of a resume token that was opened or issued. */
export function setResumeCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: { readonly id: string; readonly token: string },
): void {
  const { program, scheme } = request;
  reply.header('set-cookie', resumeCookie(token.id, token.token, scheme, program.resume.hours));
}

/**
 * Issues a resume token for a draft and sets its cookie. If the browser already holds as many tokens as it may, revokes those of
 * the drafts that were changed longest ago: no one else has their secrets. Returns false if the draft gets no token.
 */
export async function issueResumeCookie(
  services: ResumeServices,
  request: FastifyRequest,
  reply: FastifyReply,
  applicationId: string,
  now: Date,
): Promise<boolean> {
  const { program, scheme } = request;
  const token = await issueDeviceToken(services, program, applicationId, now);
  if (!token) return false;
  setResumeCookie(request, reply, token);
  const others = sentCookies(request).filter(({ name }) => name !== cookieName(token.id, scheme));
  if (others.length < tokensPerDevice) return true;
  const open = await tokensOfDevice(services, program, others);
  const [kept, displaced] = [open.slice(0, tokensPerDevice - 1), open.slice(tokensPerDevice - 1)];
  for (const found of displaced) await revokeToken(services, { ...found, kind: 'device' }, 'displaced');
  const isKept = ({ tokenHash }: ResumeCookie) => kept.some((one) => one.tokenHash.equals(tokenHash));
  clearCookies(
    request,
    reply,
    others.filter((cookie) => !isKept(cookie)),
  );
  return true;
}

/** Removes the cookie of a draft that has ended: submitted, canceled, or left where no one can resume it. */
export async function clearDraftCookie(
  { database }: ResumeServices,
  request: FastifyRequest,
  reply: FastifyReply,
  applicationId: string,
): Promise<void> {
  const sent = sentCookies(request);
  if (sent.length === 0) return;
  const token = await tokenInto(database.db, applicationId, 'device');
  if (!token || (token.isOpen && token.isDraft)) return;
  clearCookies(
    request,
    reply,
    sent.filter(({ name }) => name === cookieName(token.id, request.scheme)),
  );
}

/**
 * Removes the cookies of resume tokens that have ended. An unknown cookie stays, because another tab may just have been given the
 * next secret under its name.
 */
export async function clearEndedCookies(
  { database }: ResumeServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const sent = sentCookies(request);
  const ended = await endedAmong(
    database.db,
    sent.map(({ tokenHash }) => tokenHash),
  );
  clearCookies(
    request,
    reply,
    sent.filter(({ tokenHash }) => ended.some((hash) => hash.equals(tokenHash))),
  );
}
