/** Start, heartbeat and finish of a session (spec section 7, D21–D23). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ChallengeSolution } from '../../../api/challenge.ts';
import { NoContent } from '../../../api/shape.ts';
import { FinishParams, KeyParams, StartQuery, StartResponse } from '../../../api/start.ts';
import { finishTypes } from '../../../form/flow/finish.ts';
import { sessionsPerBrowser } from '../../../form/limits/session-limits.ts';
import { isStartKey } from '../../../form/limits/start-key.ts';
import { eraseDraft, keepOrEraseDraft } from '../../applications/erase-draft.ts';
import { after } from '../../db/clock.ts';
import { lockApplicationOfSession } from '../../db/queries/applications.ts';
import { findEntityKey } from '../../db/queries/entity-keys.ts';
import {
  endSession,
  insertSession,
  liveSessionsOf,
  lockLiveSession,
  touchSession,
} from '../../db/queries/sessions.ts';
import { findUsableStartKey } from '../../db/queries/start-keys.ts';
import { ApiError, isMissing, missing } from '../../errors.ts';
import { addressForLimits, networkForLimits, type Scheme } from '../../net/client-address.ts';
import { entityKeyProblem } from '../../programs/program-settings.ts';
import type { Program } from '../../programs/programs.ts';
import { tokensOfDevice } from '../../resume/device-token.ts';
import type { ResumeServices } from '../../resume/resume-events.ts';
import { inTransaction } from '../../security/in-transaction.ts';
import { startKeyHash } from '../../security/installation-key.ts';
import { askForWork } from '../../sessions/proof-of-work.ts';
import {
  clearedSessionCookie,
  newSessionToken,
  newWebSessionId,
  sessionCookie,
  sessionCookieName,
  sessionCookiesIn,
} from '../../sessions/session-token.ts';
import { sessionInvalid, sessionLifetimeMillis } from '../../sessions/sessions.ts';
import { limitCalls, uncountCall } from '../../sessions/shared-limits.ts';
import type { Api } from '../api-types.ts';
import { clearDraftCookie, clearEndedCookies } from '../device-cookies.ts';
import { checkNoBody, tellTime } from '../guards/request-context.ts';
import { resumeCookiesIn } from '../resume-cookie.ts';

/** The values that a session begins with. */
interface Start {
  readonly storeId: string;
  readonly startKeyId: string | null;
  readonly entityKey: string | null;
  /** True on a shared device: no one can resume a draft on it (D55). */
  readonly sharedDevice: boolean;
}

type StartRequest = FastifyRequest<{ Querystring: StartQuery; Headers: ChallengeSolution }>;

/** Limits starts by address and by network; a busy network must first solve a challenge (D47). */
async function limitStarts(services: ResumeServices, request: StartRequest): Promise<void> {
  await limitCalls(services, 'start', addressForLimits(request.clientAddress));
  await askForWork(services, {
    domainKey: request.program.domainKey,
    network: networkForLimits(request.clientAddress),
    solution: request.headers['x-challenge-solution'],
  });
}

/** Checks that a start sends only a store, in its query. */
function checkStart(request: StartRequest): void {
  checkNoBody(request);
  if (request.validationError) throw new ApiError('invalid_request', request.validationError.message);
}

/** Returns the store of the query, or undefined. Throws if it is malformed (D21). */
function queriedStore({ query: { storeId } }: StartRequest): string | undefined {
  if (storeId !== undefined && !/^\d{8}$/.test(storeId))
    throw new ApiError('invalid_request', 'storeId must be 8 digits.');
  return storeId;
}

/** Returns the store of a key. Throws if the query names another one (D21). */
function storeOfKey(request: StartRequest, storeId: string): string {
  const queried = queriedStore(request);
  if (queried !== undefined && queried !== storeId)
    throw new ApiError('invalid_request', 'storeId is not the store of this key.');
  return storeId;
}

async function startOfStartKey(services: ResumeServices, request: StartRequest, key: string): Promise<Start> {
  const { domainKey } = request.program;
  const found =
    isStartKey(key) &&
    (await findUsableStartKey(
      services.database.db,
      domainKey,
      startKeyHash(services.hashKey, key),
      services.database.moment(),
    ));
  if (!found) throw missing();
  return {
    storeId: storeOfKey(request, found.store_id),
    startKeyId: found.id,
    entityKey: null,
    sharedDevice: found.shared_device,
  };
}

/** Entity keys of the program's folder take precedence over those that an operator added. */
async function startOfEntityKey(
  services: ResumeServices,
  request: StartRequest,
  key: string,
): Promise<Start> {
  const wanted = key.toLowerCase();
  const { domainKey, entityKeys } = request.program;
  const found =
    entityKeys.find((entity) => entity.key === wanted) ??
    (entityKeyProblem(wanted) === null
      ? await findEntityKey(services.database.db, domainKey, wanted)
      : undefined);
  if (!found) throw missing();
  return {
    storeId: storeOfKey(request, found.storeId),
    startKeyId: null,
    entityKey: found.key,
    sharedDevice: false,
  };
}

/** Ends the oldest sessions of a browser that already holds as many as it may. */
export async function evictOldestDraft(
  services: ResumeServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const cookies = sessionCookiesIn(request.headers.cookie, request.scheme);
  const hashes = cookies.map(({ tokenHash }) => Buffer.from(tokenHash, 'hex'));
  const live = await liveSessionsOf(services.database.db, hashes);
  for (const { id } of live.slice(0, Math.max(0, live.length - sessionsPerBrowser + 1)))
    await inTransaction(services, async (context) => {
      if (await endSession(context, id, 'expired')) await keepOrEraseDraft(context, id, 'expired');
    });
  const kept = new Set(
    live.slice(-sessionsPerBrowser + 1).map(({ id }) => sessionCookieName(id, request.scheme)),
  );
  for (const { name } of cookies)
    if (!kept.has(name)) reply.header('set-cookie', clearedSessionCookie(name, request.scheme));
}

async function startSession(
  services: ResumeServices,
  request: FastifyRequest,
  reply: FastifyReply,
  start: Start,
): Promise<StartResponse> {
  await evictOldestDraft(services, request, reply);
  const { program, scheme } = request;
  const { db, moment } = services.database;
  const begun = newSession(scheme);
  const { storeId: store_id, startKeyId: start_key_id, entityKey: entity_key } = start;
  const times = { create_date_time: moment(), active_date_time: moment() };
  const expire_date_time = after(moment(), sessionLifetimeMillis);
  const now = await insertSession(db, {
    ...begun.of(program),
    ...times,
    expire_date_time,
    store_id,
    start_key_id,
    entity_key,
  });
  tellTime(reply, now);
  reply.header('set-cookie', begun.cookie);
  await clearEndedCookies(services, request, reply);
  const response = await startResponse(services, request, begun.id, start);
  if (response.resume.offered) services.noteResume({ event: 'offered', way: 'device' });
  return response;
}

/** Returns a session to insert: its id, its row without start values and time, and its cookie. */
export function newSession(scheme: Scheme) {
  const id = newWebSessionId();
  const { token, hash } = newSessionToken();
  return {
    id,
    cookie: sessionCookie(id, token, scheme),
    of: ({ domainKey, provider }: Program) => ({
      id,
      token_hash: Buffer.from(hash, 'hex'),
      domain_key: domainKey,
      provider_id: provider.providerId,
      end_date_time: null,
      end_type: null,
    }),
  };
}

/** Returns the response to a start. Queries the database for a draft to continue only if the browser may hold one. */
export async function startResponse(
  services: ResumeServices,
  { program, headers, scheme }: FastifyRequest,
  webSessionId: string,
  { storeId, sharedDevice }: Pick<Start, 'storeId' | 'sharedDevice'>,
): Promise<StartResponse> {
  const { domainKey, sessionWarnCountdownMillis, sessionTimeoutMillis } = program;
  const { domain, provider } = services.programRows.of(domainKey);
  const onDevice = program.resume.onDevice && !sharedDevice;
  const held = onDevice ? resumeCookiesIn(headers.cookie, scheme) : [];
  return {
    webSessionId,
    domain: { ...domain, storeId },
    provider,
    sessionWarnCountdownMillis,
    sessionTimeoutMillis,
    resume: {
      onDevice,
      byEmail: program.resume.byEmail,
      offered: (await tokensOfDevice(services, program, held)).length > 0,
    },
  };
}

export function startRoutes(app: Api, services: ResumeServices): void {
  const config = { session: 'none' } as const;
  const response = { 200: StartResponse };

  app.post(
    '/apply/start',
    {
      config,
      schema: {
        operationId: 'startApplication',
        summary: 'Begin a session',
        querystring: StartQuery,
        headers: ChallengeSolution,
        response,
      },
    },
    async (request, reply) => {
      await limitStarts(services, request);
      checkStart(request);
      const storeId = queriedStore(request) ?? request.program.storeId;
      const start = { storeId, startKeyId: null, entityKey: null, sharedDevice: false };
      return startSession(services, request, reply, start);
    },
  );

  app.post(
    '/apply/start/:key',
    {
      config,
      schema: {
        operationId: 'startWithKey',
        summary: 'Begin with a start key',
        params: KeyParams,
        querystring: StartQuery,
        headers: ChallengeSolution,
        response,
      },
    },
    (request, reply) =>
      startWithKey(request, reply, () => startOfStartKey(services, request, request.params.key)),
  );

  app.post(
    '/apply/start/entity-key/:key',
    {
      config,
      schema: {
        operationId: 'startWithEntityKey',
        summary: 'Begin with an entity key',
        params: KeyParams,
        querystring: StartQuery,
        headers: ChallengeSolution,
        response,
      },
    },
    (request, reply) =>
      startWithKey(request, reply, () => startOfEntityKey(services, request, request.params.key)),
  );

  /** Starts with a key; the limit on misses makes guessing keys hopeless (api "Limits"). */
  async function startWithKey(
    request: StartRequest,
    reply: FastifyReply,
    find: () => Promise<Start>,
  ): Promise<StartResponse> {
    const address = addressForLimits(request.clientAddress);
    await limitStarts(services, request);
    checkStart(request);
    await limitCalls(services, 'key', address);
    const start = find();
    const uncount = () => uncountCall(services, 'key', address);
    await start.then(uncount, (error: unknown) => (isMissing(error) ? undefined : uncount()));
    return startSession(services, request, reply, await start);
  }

  app.post(
    '/apply/heartbeat',
    {
      schema: {
        operationId: 'heartbeat',
        summary: 'Keep the session alive',
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      checkNoBody(request);
      await touchSession(services.database.db, request.session.id, request.session.now);
      tellTime(reply, request.session.now);
      return reply.code(204).send();
    },
  );

  app.post(
    '/apply/finish/:type',
    {
      schema: {
        operationId: 'finish',
        summary: 'End the session',
        params: FinishParams,
        response: { 204: NoContent },
      },
    },
    async (request, reply) => {
      const type = finishTypes.find((known) => known === request.params.type);
      if (!type) throw missing();
      checkNoBody(request);
      const { id } = request.session;
      const applicationId = await inTransaction(services, async (context) => {
        const { transaction } = context;
        if (!(await lockLiveSession(transaction, id))) throw sessionInvalid();
        const application = await lockApplicationOfSession(transaction, id);
        const isDraft = application === undefined || application.status === 'draft';
        if (isDraft && (type === 'completed' || type === 'pending'))
          throw new ApiError('conflict', 'The application has not been submitted.');
        await endSession(context, id, type);
        if (isDraft && type === 'cancel') await eraseDraft(context, id, 'cancelled');
        else if (isDraft) await keepOrEraseDraft(context, id, 'timed_out');
        return application?.id;
      });
      if (applicationId !== undefined) await clearDraftCookie(services, request, reply, applicationId);
      return reply
        .code(204)
        .header('set-cookie', clearedSessionCookie(sessionCookieName(id, request.scheme), request.scheme))
        .header('clear-site-data', '"cache", "storage"')
        .send();
    },
  );
}
