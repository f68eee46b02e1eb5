/**
 * Resuming a draft (D55, api "Coming back"). Every failure of a call without a session looks the same and takes the same time.
 */
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
import { missing } from '../../errors.ts';
import { addressForLimits } from '../../net/client-address.ts';
import { originOfLinks } from '../../programs/program-hosts.ts';
import { inConstantTime } from '../../resume/constant-time.ts';
import { comeBackOnDevice, revokeTokens, tokensOfDevice } from '../../resume/device-token.ts';
import {
  askForAddressCode,
  askForLinkCode,
  closeLink,
  comeBackByLink,
  confirmAddress,
} from '../../resume/email-token.ts';
import type { ResumeServices } from '../../resume/resume-events.ts';
import type { WriteContext } from '../../security/in-transaction.ts';
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
import { evictOldestDraft, newSession, startResponse } from './start.ts';

export function resumeRoutes(app: Api, services: ResumeServices): void {
  const config = { session: 'none' } as const;

  const found = (request: FastifyRequest) => tokensOfDevice(services, request.program, sentCookies(request));

  app.get(
    '/resume',
    {
      config,
      schema: {
        operationId: 'getResumeOffer',
        summary: 'Whether a draft can be continued on this device',
        response: { 200: ResumeOffer },
      },
    },
    async (request, reply) => {
      const onDevice = (await found(request)).length > 0;
      await clearEndedCookies(services, request, reply);
      if (onDevice) services.noteResume({ event: 'offered', way: 'device' });
      return { onDevice };
    },
  );

  /** Returns the start values of a session for a resumed draft: those of the old session. */
  function beginning(request: FastifyRequest) {
    const { program, scheme } = request;
    const idempotencyKey = idempotencyKeyOf(request);
    const begun = newSession(scheme);
    return {
      ...begun,
      idempotencyKey,
      begin: async ({ transaction, now }: WriteContext, from: string): Promise<string> => {
        const { store_id, start_key_id, entity_key } = await findStart(transaction, from);
        const expire_date_time = new Date(now.getTime() + sessionLifetimeMillis);
        const times = { create_date_time: now, active_date_time: unusedSince(now), expire_date_time };
        await insertSession(transaction, {
          ...begun.of(program),
          ...times,
          store_id,
          start_key_id,
          entity_key,
        });
        return begun.id;
      },
    };
  }

  app.post(
    '/resume/device',
    {
      config,
      schema: {
        operationId: 'resumeOnDevice',
        summary: 'Continue a draft on this device',
        body: namesOf(DeviceTry),
        response: { 200: StartResponse },
      },
    },
    async (request, reply) => {
      await limitCalls(services, 'resume', addressForLimits(request.clientAddress));
      const { taxIdLast4, dateOfBirth } = checkedBody(request);
      return inConstantTime(async () => {
        const { program } = request;
        const begun = beginning(request);
        const back = await comeBackOnDevice(
          services,
          program,
          sentCookies(request),
          { taxIdLast4, dateOfBirth },
          begun,
        );
        if (!back) throw missing();
        await evictOldestDraft(services, request, reply);
        const { way, storeId } = back;
        reply.header('set-cookie', begun.cookie);
        setResumeCookie(request, reply, way);
        return startResponse(services, request, begun.id, { storeId, sharedDevice: false });
      });
    },
  );

  app.delete(
    '/resume/device',
    {
      config,
      schema: {
        operationId: 'forgetDevice',
        summary: 'Revoke the resume tokens of this device: someone else started the draft',
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      checkNoBody(request);
      await revokeTokens(services, await found(request));
      clearCookies(request, reply, sentCookies(request));
      return reply.code(204).send();
    },
  );

  const limitByEmail = (request: FastifyRequest) =>
    limitCalls(services, 'resumeByEmail', addressForLimits(request.clientAddress));

  /** Sends the mails of a call after its response. */
  function sendMails(reply: FastifyReply): void {
    reply.raw.once('close', services.wakeOutbox);
  }

  app.post(
    '/resume/email',
    {
      schema: {
        operationId: 'askForResumeLink',
        summary: 'Send a code that verifies an email address for the resume link',
        body: namesOf(EmailAddress),
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await limitByEmail(request);
      await askForAddressCode(services, request.session, checkedBody(request).email);
      sendMails(reply);
      return reply.code(204).send();
    },
  );

  app.post(
    '/resume/email/confirm',
    {
      schema: {
        operationId: 'confirmResumeAddress',
        summary: 'Verify an email address by its code, and send the resume link to it',
        headers: IdempotencyKey,
        body: namesOf(AddressCode),
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await limitByEmail(request);
      const { code } = checkedBody(request);
      const { program, requestHost, scheme } = request;
      const page = { host: requestHost.name, origin: originOf(requestHost, scheme) };
      const origin = originOfLinks(program, page, services.settings.nodeEnv === 'production');
      await withIdempotency(services, request, (respondIdempotently) =>
        confirmAddress(services, request.session, { code, origin }, respondIdempotently),
      );
      sendMails(reply);
      return reply.code(204).send();
    },
  );

  app.post(
    '/resume/link',
    {
      config,
      schema: {
        operationId: 'askForLinkCode',
        summary: 'Send the code that opens the draft of a resume link',
        body: ResumeLink,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await limitByEmail(request);
      const { token } = checkedBody(request);
      await inConstantTime(() => askForLinkCode(services, request.program, token));
      sendMails(reply);
      return reply.code(204).send();
    },
  );

  app.post(
    '/resume/link/open',
    {
      config,
      schema: {
        operationId: 'resumeByLink',
        summary: 'Continue a draft by its link and code',
        body: namesOf(LinkOpening),
        response: { 200: StartResponse },
      },
    },
    async (request, reply) => {
      await limitByEmail(request);
      const opening = checkedBody(request);
      return inConstantTime(async () => {
        const begun = beginning(request);
        const opened = await comeBackByLink(services, request.program, opening, begun);
        if (!opened) throw missing();
        const { applicationId, storeId } = opened;
        await evictOldestDraft(services, request, reply);
        reply.header('set-cookie', begun.cookie);
        const now = await readNow(services.database);
        const isGiven = await issueResumeCookie(services, request, reply, applicationId, now);
        return startResponse(services, request, begun.id, { storeId, sharedDevice: !isGiven });
      });
    },
  );

  app.delete(
    '/resume/link',
    {
      config,
      schema: {
        operationId: 'closeResumeLink',
        summary: 'Revoke the resume link: someone else started the draft',
        body: ResumeLink,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      await limitByEmail(request);
      const { token } = checkedBody(request);
      await inConstantTime(() => closeLink(services, request.program, token));
      return reply.code(204).send();
    },
  );
}
