/** The routes for resuming a draft (D55, docs/api.md, "Coming back"). A failed attempt doesn't reveal why, not even by its time. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  AddressCode,
  DeviceTry,
  EmailAddress,
  LinkOpening,
  ResumeLink,
  ResumeOffer,
} from '../../../api/resume.ts';
import { IdempotencyKey, NoContent, namesOf } from '../../../api/shape.ts';
import { StartResponse } from '../../../api/start.ts';
import { readNow } from '../../db/clock.ts';
import { findStart, insertSession } from '../../db/queries/sessions.ts';
import { notFound } from '../../errors.ts';
import { addressForLimits } from '../../net/client-address.ts';
import { originOfLinks } from '../../programs/program-hosts.ts';
import { inConstantTime } from '../../resume/constant-time.ts';
import { resumeOnDevice, tokensOfDevice } from '../../resume/device-token.ts';
import {
  closeLink,
  confirmAddress,
  resumeByLink,
  sendAddressCode,
  sendLinkCode,
} from '../../resume/email-token.ts';
import type { Opening } from '../../resume/resume-draft.ts';
import type { ResumeServices } from '../../resume/resume-events.ts';
import { revokeToken } from '../../resume/revoke-token.ts';
import { idempotencyKeyOf, withIdempotency } from '../../sessions/idempotency.ts';
import { sessionLifetimeMillis, unusedSince } from '../../sessions/sessions.ts';
import { limitCalls } from '../../sessions/shared-limits.ts';
import type { Api } from '../api-types.ts';
import {
  clearCookies,
  clearEndedCookies,
  issueResumeCookie,
  sentCookies,
  setResumeCookie,
} from '../device-cookies.ts';
import { originOf } from '../guards/host-and-origin.ts';
import { checkedBody, checkNoBody } from '../guards/request-context.ts';
import { operation } from '../openapi.ts';
import { endOldestSessions, newSession, startResponse } from './start.ts';

const config = { session: 'none' } as const;
const calls = {
  offer: operation('getResumeOffer', 'Whether a draft can be continued on this device', {
    config,
    response: { 200: ResumeOffer },
  }),
  onDevice: operation('resumeOnDevice', 'Continue a draft on this device', {
    config,
    body: namesOf(DeviceTry),
    response: { 200: StartResponse },
  }),
  forgetDevice: operation(
    'forgetDevice',
    'Revoke the resume tokens of this device: someone else started the draft',
    { config, response: { 204: NoContent } },
  ),
  sendAddressCode: operation(
    'askForResumeLink',
    'Send a code that verifies an email address for the resume link',
    { body: namesOf(EmailAddress), response: { 204: NoContent } },
  ),
  confirmAddress: operation(
    'confirmResumeAddress',
    'Verify an email address by its code, and send the resume link to it',
    { headers: IdempotencyKey, body: namesOf(AddressCode), response: { 204: NoContent } },
  ),
  sendLinkCode: operation('askForLinkCode', 'Send the code that opens the draft of a resume link', {
    config,
    body: ResumeLink,
    response: { 204: NoContent },
  }),
  byLink: operation('resumeByLink', 'Continue a draft by its link and code', {
    config,
    body: namesOf(LinkOpening),
    response: { 200: StartResponse },
  }),
  closeLink: operation('closeResumeLink', 'Revoke the resume link: someone else started the draft', {
    config,
    body: ResumeLink,
    response: { 204: NoContent },
  }),
};

/**
 * Returns a new session in which a draft is resumed. Its function `begin` inserts the session into the database, with the store
 * and the start key or entity key of the draft's previous session.
 */
function resumingSession(request: FastifyRequest) {
  const idempotencyKey = idempotencyKeyOf(request);
  const { row, ...session } = newSession(request);
  const begin: Opening['begin'] = async ({ transaction, now }, from) => {
    const start = await findStart(transaction, from);
    const expire_date_time = new Date(now.getTime() + sessionLifetimeMillis);
    const times = { create_date_time: now, active_date_time: unusedSince(now), expire_date_time };
    await insertSession(transaction, { ...row, ...start, ...times });
    return row.id;
  };
  return { ...session, idempotencyKey, begin };
}

export function resumeRoutes(app: Api, services: ResumeServices): void {
  const found = (request: FastifyRequest) => tokensOfDevice(services, request.program, sentCookies(request));

  app.get('/resume', calls.offer, async (request, reply) => {
    const onDevice = (await found(request)).length > 0;
    await clearEndedCookies(services, reply);
    if (onDevice) services.noteResume({ event: 'offered', way: 'device' });
    return { onDevice };
  });

  app.post('/resume/device', calls.onDevice, async (request, reply) => {
    await limitCalls(services, 'resume', addressForLimits(request.clientAddress));
    const facts = checkedBody(request);
    return inConstantTime(async () => {
      const { program } = request;
      const session = resumingSession(request);
      const resumed = await resumeOnDevice(services, program, sentCookies(request), facts, session);
      if (!resumed) throw notFound();
      await endOldestSessions(services, reply);
      reply.header('set-cookie', session.cookie);
      setResumeCookie(request, reply, resumed);
      return startResponse(services, request, session.id, resumed.storeId, false);
    });
  });

  app.delete('/resume/device', calls.forgetDevice, async (request, reply) => {
    checkNoBody(request);
    for (const token of await found(request)) await revokeToken(services, token, 'not_me');
    clearCookies(reply, sentCookies(request));
    return reply.code(204).send();
  });

  const limitByEmail = (request: FastifyRequest) =>
    limitCalls(services, 'resumeByEmail', addressForLimits(request.clientAddress));

  /** Sends an empty response, and then wakes the outbox, which sends the emails of the call. */
  function sendThenMail(reply: FastifyReply): FastifyReply {
    reply.raw.once('close', services.wakeOutbox);
    return reply.code(204).send();
  }

  app.post('/resume/email', calls.sendAddressCode, async (request, reply) => {
    await limitByEmail(request);
    await sendAddressCode(services, request.session, checkedBody(request).email);
    return sendThenMail(reply);
  });

  app.post('/resume/email/confirm', calls.confirmAddress, async (request, reply) => {
    await limitByEmail(request);
    const { code } = checkedBody(request);
    const { program, requestHost, scheme } = request;
    const page = { host: requestHost.name, origin: originOf(requestHost, scheme) };
    const origin = originOfLinks(program, page, services.settings.nodeEnv === 'production');
    await withIdempotency(services, request, (call) =>
      confirmAddress(services, request.session, { code, origin }, call),
    );
    return sendThenMail(reply);
  });

  app.post('/resume/link', calls.sendLinkCode, async (request, reply) => {
    await limitByEmail(request);
    const { token } = checkedBody(request);
    await inConstantTime(() => sendLinkCode(services, request.program, token));
    return sendThenMail(reply);
  });

  app.post('/resume/link/open', calls.byLink, async (request, reply) => {
    await limitByEmail(request);
    const opening = checkedBody(request);
    return inConstantTime(async () => {
      const session = resumingSession(request);
      const resumed = await resumeByLink(services, request.program, opening, session);
      if (!resumed) throw notFound();
      await endOldestSessions(services, reply);
      reply.header('set-cookie', session.cookie);
      const now = await readNow(services.database);
      const { applicationId, storeId } = resumed;
      const isGiven = await issueResumeCookie(services, reply, applicationId, now);
      return startResponse(services, request, session.id, storeId, !isGiven);
    });
  });

  app.delete('/resume/link', calls.closeLink, async (request, reply) => {
    await limitByEmail(request);
    const { token } = checkedBody(request);
    await inConstantTime(() => closeLink(services, request.program, token));
    return reply.code(204).send();
  });
}
