/** The routes of an application: create, read, change, guarantor, consent and submit (spec section 7; docs/api.md, "Application"). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Consent, ConsentChange, ConsentParams } from '../../../api/agreement.ts';
import { Application, applicationBodies, GuarantorRequired } from '../../../api/application.ts';
import { IdempotencyKey, IdParams, IfMatch, namesOf } from '../../../api/shape.ts';
import { isSubmitted } from '../../../api/status.ts';
import { agreementKeys } from '../../../form/fields/application-state.ts';
import { baseForm } from '../../../form/fields/form.ts';
import {
  applicationOf,
  lockApplication,
  openApplication,
  stateOf,
} from '../../applications/application-record.ts';
import { applicationResponse, checkVersion, etagOf } from '../../applications/application-response.ts';
import { changeApplication } from '../../applications/change-application.ts';
import { type ConsentSource, shownDisclosures } from '../../applications/consents.ts';
import { createApplication, withNewApplication } from '../../applications/create-application.ts';
import { giveConsent } from '../../applications/give-consent.ts';
import { submitApplication } from '../../applications/submit-application.ts';
import { changeDraft } from '../../applications/write-change.ts';
import { lockApplicationOfSession } from '../../db/queries/applications.ts';
import { lockLiveSession } from '../../db/queries/sessions.ts';
import { ApiError, notFound } from '../../errors.ts';
import type { ResumeServices } from '../../resume/resume-events.ts';
import type { Services } from '../../services.ts';
import { respondIdempotently, withIdempotency } from '../../sessions/idempotency.ts';
import { inTransactionOf, sessionInvalid } from '../../sessions/sessions.ts';
import { limitCalls } from '../../sessions/shared-limits.ts';
import type { Api } from '../api-types.ts';
import { clearDraftCookie, issueResumeCookie } from '../device-cookies.ts';
import { checkedBody, checkNoBody, tellTime } from '../guards/request-context.ts';
import { operation } from '../openapi.ts';

const bodies = applicationBodies(baseForm);

/** The number of characters of a user agent that are stored as evidence. The rest is cut off. */
const userAgentLength = 512;

function sourceOf({ clientAddress: ip, headers }: FastifyRequest): ConsentSource {
  return { ip, userAgent: headers['user-agent']?.slice(0, userAgentLength) ?? null };
}

/** Throws if the body of a create call has an id, or a session, program or provider of another call (docs/api.md, "Application"). */
function checkNames({
  body: { id = null, sessionId, domainKey, providerId },
  session,
  program,
}: FastifyRequest<{
  Body: Partial<Record<'id' | 'sessionId' | 'domainKey' | 'providerId', unknown>>;
}>): void {
  const own =
    id === null &&
    (sessionId === undefined || sessionId === session.id) &&
    (domainKey === undefined || domainKey === program.domainKey) &&
    (providerId === undefined || providerId === program.provider.providerId);
  if (!own)
    throw new ApiError(
      'invalid_request',
      'id must be null; sessionId, domainKey and providerId are the session’s own.',
    );
}

const calls = {
  create: operation('createApplication', 'Create the application of the session', {
    config: { describedBody: (form) => applicationBodies(form).create },
    headers: IdempotencyKey,
    body: namesOf(bodies.create),
    response: { 200: Application, 201: Application },
  }),
  read: operation('getApplication', 'Read the application with its personnel and documents', {
    config: { withApplication: true },
    params: IdParams,
    response: { 200: Application },
  }),
  change: operation('changeApplication', 'Change answers, disclosures and sections', {
    config: { withApplication: true, describedBody: (form) => applicationBodies(form).change },
    params: IdParams,
    headers: IfMatch,
    body: namesOf(bodies.change),
    response: { 200: Application },
  }),
  guarantorRequired: operation('getGuarantorRequired', 'Whether a personal guarantor is required', {
    config: { withApplication: true },
    params: IdParams,
    response: { 200: GuarantorRequired },
  }),
  consent: operation('giveConsent', 'Agree to an agreement, or take it back', {
    config: { withApplication: true },
    params: ConsentParams,
    body: namesOf(ConsentChange),
    response: { 200: Consent },
  }),
  submit: operation('submitApplication', 'Submit the application', {
    config: { withApplication: true },
    params: IdParams,
    response: { 200: Application },
  }),
};

export function applicationRoutes(app: Api, services: ResumeServices): void {
  /** Issues a resume token with a new secret if the call stored a tax ID. A draft without a tax ID cannot be resumed (D55). */
  async function issueTokenOnTaxId(
    request: FastifyRequest<{ Body: { applicationData?: object } }>,
    reply: FastifyReply,
    { id, applicationData }: Pick<Application, 'id' | 'applicationData'>,
  ): Promise<void> {
    if ('taxId' in (request.body.applicationData ?? {}) && (applicationData.taxIdLast4 ?? null) !== null)
      await issueResumeCookie(services, reply, id, request.session.now);
  }

  app.post('/application', calls.create, async (request, reply) => {
    const stored = await withIdempotency(services, request, (call) =>
      withNewApplication(services, request.session.now, (application) =>
        inTransactionOf(services, request.session, async (context) => {
          if (!(await lockLiveSession(context.transaction, context.sessionId))) throw sessionInvalid();
          return respondIdempotently(context, call, request.body, async () => {
            const existing = await lockApplicationOfSession(context.transaction, context.sessionId);
            const create = async () => {
              const { applicationData, disclosures, disclosureVersions } = checkedBody(request);
              checkNames(request);
              const shown = await shownDisclosures(context.transaction, context, disclosureVersions);
              const first = { applicationData, disclosures, shown, from: sourceOf(request) };
              return createApplication(context, request.session, application, first);
            };
            const record = existing ? await openApplication(context, existing) : await create();
            return {
              status: existing ? 200 : 201,
              body: applicationResponse(record, request.session),
              etag: etagOf(record.row.version),
              applicationId: record.row.id,
              key: record.key,
            };
          });
        }),
      ),
    );
    // If the application already existed, this call's answers were neither validated nor stored.
    if (stored.status === 201) await issueTokenOnTaxId(request, reply, stored.body as Application);
    return reply
      .code(stored.status as 201)
      .header('etag', stored.etag)
      .send(stored.body as Application);
  });

  app.get('/application/:id', calls.read, async (request, reply) => {
    const record = await read(services, request);
    tellTime(reply, request.session.now);
    return reply
      .header('etag', etagOf(record.row.version))
      .send(applicationResponse(record, request.session, 'whole'));
  });

  app.patch('/application/:id', calls.change, async (request, reply) => {
    const named = { applicationId: request.params.id };
    const { record } = await changeDraft(services, request.session, named, async (draft) => {
      checkVersion(request.headers['if-match'], draft.record.row.version);
      const { disclosureVersions, ...changes } = checkedBody(request);
      const shown = await shownDisclosures(draft.queries, draft, disclosureVersions);
      return changeApplication(draft, draft.record, { ...changes, shown, from: sourceOf(request) });
    });
    const body = applicationResponse(record, request.session);
    await issueTokenOnTaxId(request, reply, body);
    return reply.header('etag', etagOf(record.row.version)).send(body);
  });

  app.get('/application/:id/guarantor-required', calls.guarantorRequired, async (request) => {
    const record = await read(services, request);
    const { guarantorRequired } = stateOf(record, request.program, request.session.now);
    return { guarantorRequired };
  });

  app.put('/application/:id/consent/:agreement', calls.consent, async (request) => {
    const agreement = agreementKeys.find((key) => key === request.params.agreement);
    if (!agreement) throw notFound();
    const named = { applicationId: request.params.id };
    const { response } = await changeDraft(services, request.session, named, (draft) =>
      giveConsent(draft, agreement, checkedBody(request), sourceOf(request)),
    );
    return response;
  });

  app.post('/application/:id/submit', calls.submit, async (request, reply) => {
    // Do not limit calls after a submit: a client that lost the response may repeat the call as often as necessary (D44).
    const { stored } = request.session;
    const wasSubmitted = stored?.row.id === request.params.id && isSubmitted(stored.row);
    if (!wasSubmitted) await limitCalls(services, 'submit', request.session.id);
    const record = await inTransactionOf(services, request.session, async (context) => {
      const row = await lockApplication(context.transaction, context.sessionId, request.params.id);
      checkNoBody(request);
      return submitApplication(context, request.session, row);
    });
    services.wakeOutbox();
    await clearDraftCookie(services, reply, record.row.id);
    return reply
      .header('etag', etagOf(record.row.version))
      .send(applicationResponse(record, request.session));
  });
}

/** Returns the session's application, which was read with the session. Throws if the URL has a different id. */
async function read({ keys }: Services, { session, params }: FastifyRequest<{ Params: { id: string } }>) {
  const application = await applicationOf(keys, session);
  if (application?.row.id !== params.id) throw notFound();
  return application;
}
