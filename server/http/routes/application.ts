/** The application: create, read, change, guarantor, consent, submit (spec section 7, api "Application"). */
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { Consent, ConsentChange } from '../../api/agreement.ts';
import {
  Application,
  ApplicationChange,
  ApplicationCreate,
  GuarantorRequired,
} from '../../api/application.ts';
import { exactly, IdempotencyKey, IfMatch } from '../../api/shape.ts';
import { agreementKeys } from '../../form/situation.ts';
import type { Api } from '../api-types.ts';
import { applicationAnswer, etagOf } from '../applications/application-answer.ts';
import { lockApplication, openApplication, situationOf } from '../applications/application-record.ts';
import type { Writing } from '../applications/application-writer.ts';
import { checkVersion, inTransaction, lockDraft, openLocked } from '../applications/application-writer.ts';
import { changeApplication } from '../applications/change-application.ts';
import type { ConsentSource } from '../applications/consents.ts';
import { createApplication } from '../applications/create-application.ts';
import { giveConsent } from '../applications/give-consent.ts';
import { submitApplication } from '../applications/submit-application.ts';
import { missing, Refusal } from '../problem.ts';
import { sessionInvalid } from '../security/sessions.ts';
import { limitCalls } from '../security/shared-limits.ts';
import type { Services } from '../services.ts';
import { findApplication, lockApplicationOfSession } from '../store/applications.ts';
import { lockLiveSession } from '../store/sessions.ts';
import { alone, once } from './idempotency.ts';
import { checkedBody, checkNoBody } from './request-context.ts';

const IdParams = exactly({ id: Type.String() });
const ConsentParams = exactly({ id: Type.String(), agreement: Type.String() });

/** Longest part of a user agent that the evidence keeps. */
const userAgentLength = 512;

/** Where a call came from, for the evidence of consent (D31). */
export function sourceOf(request: FastifyRequest): ConsentSource {
  return {
    ip: request.clientAddress,
    userAgent: request.headers['user-agent']?.slice(0, userAgentLength) ?? null,
  };
}

/** What a create names beside the answers must be the session's own (api). */
function checkNames(
  request: FastifyRequest<{
    Body: { id?: unknown; sessionId?: unknown; domainKey?: unknown; providerId?: unknown };
  }>,
): void {
  const { id, sessionId, domainKey, providerId } = request.body;
  const { session, program } = request;
  const own =
    (id ?? null) === null &&
    (sessionId === undefined || sessionId === session.id) &&
    (domainKey === undefined || domainKey === program.domainKey) &&
    (providerId === undefined || providerId === program.provider.providerId);
  if (!own)
    throw new Refusal(
      'invalid_request',
      'id must be null; sessionId, domainKey and providerId are the session’s own.',
    );
}

export function applicationRoutes(app: Api, services: Services): void {
  app.post(
    '/application',
    {
      schema: {
        summary: 'Create the application of the session',
        headers: IdempotencyKey,
        body: ApplicationCreate,
        response: { 200: Application, 201: Application },
      },
    },
    async (request, reply) => {
      const answer = await alone(services, request, () =>
        inTransaction(services, request.session, async (writing) => {
          if (!(await lockLiveSession(writing.transaction, writing.sessionId))) throw sessionInvalid();
          return once(writing, request, request.body, async () => {
            const existing = await lockApplicationOfSession(writing.transaction, writing.sessionId);
            const record = existing ? await openLocked(writing, existing) : await create(writing);
            return {
              status: existing ? 200 : 201,
              body: applicationAnswer(record, request.program),
              etag: etagOf(record.row.version),
              applicationId: record.row.id,
              key: record.key,
            };
          });
        }),
      );
      return reply
        .code(answer.status as 201)
        .header('etag', answer.etag)
        .send(answer.body as Application);

      function create(writing: Writing) {
        const { applicationData, disclosures } = checkedBody(request);
        checkNames(request);
        const first = { applicationData, disclosures, from: sourceOf(request) };
        return createApplication(writing, request.session, first);
      }
    },
  );

  app.get(
    '/application/:id',
    {
      schema: {
        summary: 'Read the application with its personnel and documents',
        params: IdParams,
        response: { 200: Application },
      },
    },
    async (request, reply) => {
      const record = await read(request.session.id, request.params.id);
      return reply
        .header('etag', etagOf(record.row.version))
        .send(applicationAnswer(record, request.program, 'whole'));
    },
  );

  app.patch(
    '/application/:id',
    {
      schema: {
        summary: 'Change answers, disclosures and sections',
        params: IdParams,
        headers: IfMatch,
        body: ApplicationChange,
        response: { 200: Application },
      },
    },
    async (request, reply) => {
      const record = await inTransaction(services, request.session, async (writing) => {
        const row = await lockDraft(writing, request.params.id);
        checkVersion(request.headers['if-match'], row.version);
        const body = checkedBody(request);
        const changes = { ...body, from: sourceOf(request) };
        return openLocked(writing, await changeApplication(writing, await openLocked(writing, row), changes));
      });
      return reply
        .header('etag', etagOf(record.row.version))
        .send(applicationAnswer(record, request.program));
    },
  );

  app.get(
    '/application/:id/guarantor-required',
    {
      schema: {
        summary: 'Whether a personal guarantor is required',
        params: IdParams,
        response: { 200: GuarantorRequired },
      },
    },
    async (request) => {
      const record = await read(request.session.id, request.params.id);
      const { guarantorRequired } = situationOf(record, request.program, services.now());
      return { guarantorRequired };
    },
  );

  app.put(
    '/application/:id/consent/:agreement',
    {
      schema: {
        summary: 'Agree to an agreement, or take it back',
        params: ConsentParams,
        body: ConsentChange,
        response: { 200: Consent },
      },
    },
    (request) => {
      const agreement = agreementKeys.find((key) => key === request.params.agreement);
      if (!agreement) throw missing();
      return inTransaction(services, request.session, async (writing) => {
        const row = await lockDraft(writing, request.params.id);
        const record = await openLocked(writing, row);
        return giveConsent(writing, record, agreement, checkedBody(request), sourceOf(request));
      });
    },
  );

  app.post(
    '/application/:id/submit',
    { schema: { summary: 'Submit the application', params: IdParams, response: { 200: Application } } },
    async (request, reply) => {
      await limitCalls(services, 'submit', request.session.id);
      const record = await inTransaction(services, request.session, async (writing) => {
        const row = await lockApplication(writing.transaction, writing.sessionId, request.params.id);
        checkNoBody(request);
        await submitApplication(writing, request.session, row);
        return reopen(writing, request.params.id);
      });
      services.wakeOutbox();
      return reply
        .header('etag', etagOf(record.row.version))
        .send(applicationAnswer(record, request.program));
    },
  );

  async function reopen(writing: Writing, id: string) {
    const row = await findApplication(writing.transaction, writing.sessionId, id);
    if (!row) throw missing();
    return openLocked(writing, row);
  }

  /** Reads in one transaction, so that the row and what belongs to it are of one moment. */
  function read(sessionId: string, id: string) {
    return services.database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        const row = await findApplication(transaction, sessionId, id);
        if (!row) throw missing();
        return openApplication(transaction, services.keyRing, row);
      });
  }
}
