/** The routes that start a session, keep it alive and finish it (spec section 7, D21–D23). */
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
  type SessionStart,
  touchSession,
} from '../../db/queries/sessions.ts';
import { findUsableStartKey } from '../../db/queries/start-keys.ts';
import { ApiError, isNotFound, notFound } from '../../errors.ts';
import { addressForLimits, networkForLimits } from '../../net/client-address.ts';
import { entityKeyProblem } from '../../programs/program-settings.ts';
import { tokensOfDevice } from '../../resume/device-token.ts';
import type { ResumeServices } from '../../resume/resume-events.ts';
import { inTransaction } from '../../security/in-transaction.ts';
import { startKeyHash } from '../../security/installation-key.ts';
import { cookieName, cookiesIn, setCookie } from '../../sessions/cookies.ts';
import { requireWork } from '../../sessions/proof-of-work.ts';
import { hashToken, newToken, newWebSessionId } from '../../sessions/session-token.ts';
import { sessionInvalid, sessionLifetimeMillis } from '../../sessions/sessions.ts';
import { limitCalls, uncountCall } from '../../sessions/shared-limits.ts';
import type { Api } from '../api-types.ts';
import { clearCookies, clearDraftCookie, clearEndedCookies, sentCookies } from '../device-cookies.ts';
import { checkNoBody, tellTime } from '../guards/request-context.ts';
import { operation } from '../openapi.ts';

/** The values that a session starts with. If `sharedDevice` is true, no draft can be resumed on the device (D55). */
type Start = SessionStart & { readonly sharedDevice: boolean };

const withoutKey = { start_key_id: null, entity_key: null, sharedDevice: false };

type StartRequest = FastifyRequest<{ Querystring: StartQuery; Headers: ChallengeSolution }>;

/**
 * Limits starts per IP address. Requires a solved challenge in busy networks (D47). Throws if the request has a body, or a query
 * parameter other than `storeId`.
 */
async function checkStart(services: ResumeServices, request: StartRequest): Promise<void> {
  await limitCalls(services, 'start', addressForLimits(request.clientAddress));
  await requireWork(services, {
    domainKey: request.program.domainKey,
    network: networkForLimits(request.clientAddress),
    solution: request.headers['x-challenge-solution'],
  });
  checkNoBody(request);
  if (request.validationError) throw new ApiError('invalid_request', request.validationError.message);
}

/**
 * Returns the id of the key's store, or else the `storeId` in the query, or else the id of the program's store. Throws if the
 * `storeId` in the query is malformed or differs from the key's store (D21).
 */
function storeOf({ query: { storeId }, program }: StartRequest, ofKey?: string): string {
  if (storeId !== undefined && !/^\d{8}$/.test(storeId))
    throw new ApiError('invalid_request', 'storeId must be 8 digits.');
  if (ofKey !== undefined && (storeId ?? ofKey) !== ofKey)
    throw new ApiError('invalid_request', 'storeId is not the store of this key.');
  return ofKey ?? storeId ?? program.storeId;
}

async function startOfStartKey(
  { database: { db, moment }, hashKey }: ResumeServices,
  request: StartRequest,
  key: string,
): Promise<Start> {
  const { domainKey } = request.program;
  const found =
    isStartKey(key) && (await findUsableStartKey(db, domainKey, startKeyHash(hashKey, key), moment()));
  if (!found) throw notFound();
  const { id: start_key_id, shared_device: sharedDevice } = found;
  return { ...withoutKey, store_id: storeOf(request, found.store_id), start_key_id, sharedDevice };
}

/** Returns the start values of an entity key. Keys in the program's folder take precedence over keys that an operator added. */
async function startOfEntityKey(
  { database: { db } }: ResumeServices,
  request: StartRequest,
  key: string,
): Promise<Start> {
  const wanted = key.toLowerCase();
  const { domainKey, entityKeys } = request.program;
  const found =
    entityKeys.find((entity) => entity.key === wanted) ??
    (entityKeyProblem(wanted) === null ? await findEntityKey(db, domainKey, wanted) : undefined);
  if (!found) throw notFound();
  return { ...withoutKey, store_id: storeOf(request, found.storeId), entity_key: found.key };
}

/** Ends a browser's oldest sessions until the browser may start one more. Clears the cookies of all ended sessions. */
export async function endOldestSessions(services: ResumeServices, reply: FastifyReply): Promise<void> {
  const { headers, scheme } = reply.request;
  const cookies = cookiesIn(headers.cookie, 'session', scheme);
  const hashes = cookies.map(({ value }) => hashToken(value));
  const live = await liveSessionsOf(services.database.db, hashes);
  for (const { id } of live.slice(0, 1 - sessionsPerBrowser))
    await inTransaction(services, async (context) => {
      if (await endSession(context, id, 'expired')) await keepOrEraseDraft(context, id, 'expired');
    });
  const kept = live.slice(1 - sessionsPerBrowser).map(({ id }) => cookieName('session', id, scheme));
  const gone = cookies.filter(({ name }) => !kept.includes(name));
  clearCookies(reply, gone);
}

async function startSession(
  services: ResumeServices,
  reply: FastifyReply,
  { sharedDevice, ...start }: Start,
): Promise<StartResponse> {
  const { request } = reply;
  await endOldestSessions(services, reply);
  const { db, moment } = services.database;
  const session = newSession(request);
  const times = { create_date_time: moment(), active_date_time: moment() };
  const expire_date_time = after(moment(), sessionLifetimeMillis);
  const now = await insertSession(db, { ...session.row, ...start, ...times, expire_date_time });
  tellTime(reply, now);
  reply.header('set-cookie', session.cookie);
  await clearEndedCookies(services, reply);
  const response = await startResponse(services, request, session.id, start.store_id, sharedDevice);
  if (response.resume.offered) services.noteResume({ event: 'offered', way: 'device' });
  return response;
}

/** Returns a new session that is not in the database yet: its id, its cookie, and its row without start values and times. */
export function newSession({ program, scheme }: FastifyRequest) {
  const id = newWebSessionId();
  const { token, tokenHash: token_hash } = newToken();
  const { domainKey: domain_key, provider } = program;
  const provider_id = provider.providerId;
  return {
    id,
    cookie: setCookie(cookieName('session', id, scheme), token, scheme),
    row: { id, token_hash, domain_key, provider_id, end_date_time: null, end_type: null },
  };
}

/** Returns the response to a start. Offers to resume a draft only if the program allows this and the device isn't shared. */
export async function startResponse(
  services: ResumeServices,
  request: FastifyRequest,
  webSessionId: string,
  storeId: string,
  sharedDevice: boolean,
): Promise<StartResponse> {
  const { program } = request;
  const { domainKey, sessionWarnCountdownMillis, sessionTimeoutMillis } = program;
  const { domain, provider } = services.programRows.of(domainKey);
  const onDevice = program.resume.onDevice && !sharedDevice;
  const tokens = await tokensOfDevice(services, program, onDevice ? sentCookies(request) : []);
  return {
    webSessionId,
    domain: { ...domain, storeId },
    provider,
    sessionWarnCountdownMillis,
    sessionTimeoutMillis,
    resume: { onDevice, byEmail: program.resume.byEmail, offered: tokens.length > 0 },
  };
}

const start = {
  config: { session: 'none' },
  querystring: StartQuery,
  headers: ChallengeSolution,
  response: { 200: StartResponse },
} as const;

const calls = {
  start: operation('startApplication', 'Begin a session', start),
  withStartKey: operation('startWithKey', 'Begin with a start key', { ...start, params: KeyParams }),
  withEntityKey: operation('startWithEntityKey', 'Begin with an entity key', { ...start, params: KeyParams }),
  heartbeat: operation('heartbeat', 'Keep the session alive', { response: { 204: NoContent } }),
  finish: operation('finish', 'End the session', { params: FinishParams, response: { 204: NoContent } }),
};

export function startRoutes(app: Api, services: ResumeServices): void {
  app.post('/apply/start', calls.start, async (request, reply) => {
    await checkStart(services, request);
    return startSession(services, reply, { ...withoutKey, store_id: storeOf(request) });
  });

  app.post('/apply/start/:key', calls.withStartKey, (request, reply) =>
    startWithKey(request, reply, () => startOfStartKey(services, request, request.params.key)),
  );

  app.post('/apply/start/entity-key/:key', calls.withEntityKey, (request, reply) =>
    startWithKey(request, reply, () => startOfEntityKey(services, request, request.params.key)),
  );

  /** Starts a session with a key. Limits how many wrong keys an IP address can try (docs/api.md, "Limits"). */
  async function startWithKey(
    request: StartRequest,
    reply: FastifyReply,
    find: () => Promise<Start>,
  ): Promise<StartResponse> {
    const address = addressForLimits(request.clientAddress);
    await checkStart(services, request);
    await limitCalls(services, 'key', address);
    const start = find();
    const uncount = () => uncountCall(services, 'key', address);
    await start.then(uncount, (error: unknown) => (isNotFound(error) ? undefined : uncount()));
    return startSession(services, reply, await start);
  }

  app.post('/apply/heartbeat', calls.heartbeat, async (request, reply) => {
    checkNoBody(request);
    await touchSession(services.database.db, request.session.id, request.session.now);
    tellTime(reply, request.session.now);
    return reply.code(204).send();
  });

  app.post('/apply/finish/:type', calls.finish, async (request, reply) => {
    const type = finishTypes.find((known) => known === request.params.type);
    if (!type) throw notFound();
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
    if (applicationId !== undefined) await clearDraftCookie(services, reply, applicationId);
    clearCookies(reply, [{ name: cookieName('session', id, request.scheme) }]);
    return reply.code(204).header('clear-site-data', '"cache", "storage"').send();
  });
}
