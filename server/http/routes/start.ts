/** Start, heartbeat and finish of a session (spec section 7, D21–D23). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NoContent } from '../../api/shape.ts';
import { FinishParams, KeyParams, StartAnswer, StartQuery } from '../../api/start.ts';
import { finishTypes } from '../../form/finish.ts';
import { isStartKey } from '../../form/start-key.ts';
import type { Api } from '../api-types.ts';
import { eraseDraft } from '../applications/erase-draft.ts';
import { addressForLimits } from '../client-address.ts';
import { missing, Refusal } from '../problem.ts';
import { entityKeyProblem } from '../program-settings.ts';
import {
  clearedSessionCookie,
  newSessionToken,
  newWebSessionId,
  sessionCookie,
  sessionCookieName,
  sessionCookiesIn,
} from '../security/session-token.ts';
import { sessionInvalid, sessionLifetimeMillis } from '../security/sessions.ts';
import { limitCalls } from '../security/shared-limits.ts';
import { startKeyHash } from '../security/start-key-hash.ts';
import type { Services } from '../services.ts';
import { lockApplicationOfSession } from '../store/applications.ts';
import { findEntityKey } from '../store/entity-keys.ts';
import {
  endSession,
  insertSession,
  liveSessionsOf,
  lockLiveSession,
  touchSession,
} from '../store/sessions.ts';
import { findUsableStartKey } from '../store/start-keys.ts';
import { checkNoBody } from './request-context.ts';

/** Live sessions that one browser can hold (D23). */
const sessionsPerBrowser = 4;

/** What a session is started with. */
interface Start {
  readonly storeId: string;
  readonly startKeyId: string | null;
  readonly entityKey: string | null;
}

type StartRequest = FastifyRequest<{ Querystring: StartQuery }>;

/** A start takes a store in its query, and nothing else. */
function checkStart(request: StartRequest): void {
  checkNoBody(request);
  if (request.validationError) throw new Refusal('invalid_request', request.validationError.message);
}

/** The store of the query, or undefined; a malformed one is refused (D21). */
function queriedStore({ query: { storeId } }: StartRequest): string | undefined {
  if (storeId !== undefined && !/^\d{8}$/.test(storeId))
    throw new Refusal('invalid_request', 'storeId must be 8 digits.');
  return storeId;
}

/** A key's store stands; another one beside it is a contradiction (D21). */
function storeOfKey(request: StartRequest, storeId: string): string {
  const queried = queriedStore(request);
  if (queried !== undefined && queried !== storeId)
    throw new Refusal('invalid_request', 'storeId is not the store of this key.');
  return storeId;
}

async function startOfStartKey(services: Services, request: StartRequest, key: string): Promise<Start> {
  const { domainKey } = request.program;
  const found =
    isStartKey(key) &&
    (await findUsableStartKey(
      services.database.db,
      domainKey,
      startKeyHash(services.hashKey, key),
      services.now(),
    ));
  if (!found) throw missing();
  return { storeId: storeOfKey(request, found.store_id), startKeyId: found.id, entityKey: null };
}

/** The program folder's own entity keys stand before those that the operator added. */
async function startOfEntityKey(services: Services, request: StartRequest, key: string): Promise<Start> {
  const wanted = key.toLowerCase();
  const { domainKey, entityKeys } = request.program;
  const found =
    entityKeys.find((entity) => entity.key === wanted) ??
    (entityKeyProblem(wanted) === null
      ? await findEntityKey(services.database.db, domainKey, wanted)
      : undefined);
  if (!found) throw missing();
  return { storeId: storeOfKey(request, found.storeId), startKeyId: null, entityKey: found.key };
}

/** Ends the oldest sessions of a browser that already holds as many as it may. */
async function makeRoom(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const cookies = sessionCookiesIn(request.headers.cookie, request.scheme);
  const hashes = cookies.map(({ tokenHash }) => Buffer.from(tokenHash, 'hex'));
  const live = await liveSessionsOf(services.database.db, hashes);
  const now = services.now();
  for (const { id } of live.slice(0, Math.max(0, live.length - sessionsPerBrowser + 1)))
    await services.database.db.transaction().execute(async (transaction) => {
      if (await endSession(transaction, id, 'expired', now))
        await eraseDraft(transaction, id, 'expired', now);
    });
  const kept = new Set(
    live.slice(-sessionsPerBrowser + 1).map(({ id }) => sessionCookieName(id, request.scheme)),
  );
  for (const { name } of cookies)
    if (!kept.has(name)) reply.header('set-cookie', clearedSessionCookie(name, request.scheme));
}

async function startSession(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  start: Start,
): Promise<StartAnswer> {
  await makeRoom(services, request, reply);
  const { program, scheme } = request;
  const now = services.now();
  const id = newWebSessionId();
  const { token, hash } = newSessionToken();
  await insertSession(services.database.db, {
    id,
    token_hash: Buffer.from(hash, 'hex'),
    domain_key: program.domainKey,
    store_id: start.storeId,
    provider_id: program.provider.providerId,
    start_key_id: start.startKeyId,
    entity_key: start.entityKey,
    create_date_time: now,
    active_date_time: now,
    expire_date_time: new Date(now.getTime() + sessionLifetimeMillis),
    end_date_time: null,
    end_type: null,
  });
  reply.header('set-cookie', sessionCookie(id, token, scheme));
  const { domain, provider } = services.programRows.of(program.domainKey);
  return {
    webSessionId: id,
    domain: { ...domain, storeId: start.storeId },
    provider,
    sessionWarnCountdownMillis: program.sessionWarnCountdownMillis,
    sessionTimeoutMillis: program.sessionTimeoutMillis,
  };
}

export function startRoutes(app: Api, services: Services): void {
  const config = { session: 'none' } as const;
  const response = { 200: StartAnswer };

  app.post(
    '/apply/start',
    { config, schema: { summary: 'Begin a session', querystring: StartQuery, response } },
    async (request, reply) => {
      await limitCalls(services, 'start', addressForLimits(request.clientAddress));
      checkStart(request);
      const storeId = queriedStore(request) ?? request.program.storeId;
      return startSession(services, request, reply, { storeId, startKeyId: null, entityKey: null });
    },
  );

  app.post(
    '/apply/start/:key',
    {
      config,
      schema: { summary: 'Begin with a start key', params: KeyParams, querystring: StartQuery, response },
    },
    (request, reply) =>
      startWithKey(request, reply, () => startOfStartKey(services, request, request.params.key)),
  );

  app.post(
    '/apply/start/entity-key/:key',
    {
      config,
      schema: { summary: 'Begin with an entity key', params: KeyParams, querystring: StartQuery, response },
    },
    (request, reply) =>
      startWithKey(request, reply, () => startOfEntityKey(services, request, request.params.key)),
  );

  /** Keys are guessed against a limit on misses (api "Limits"). */
  async function startWithKey(
    request: StartRequest,
    reply: FastifyReply,
    find: () => Promise<Start>,
  ): Promise<StartAnswer> {
    await limitCalls(services, 'start', addressForLimits(request.clientAddress));
    await limitCalls(services, 'key', addressForLimits(request.clientAddress), { count: false });
    checkStart(request);
    try {
      return await startSession(services, request, reply, await find());
    } catch (error) {
      // The miss is the answer; that it was the last one allowed is said to the next.
      if (error instanceof Refusal && error.code === 'resource_not_found')
        await limitCalls(services, 'key', addressForLimits(request.clientAddress)).catch(() => undefined);
      throw error;
    }
  }

  app.post(
    '/apply/heartbeat',
    { schema: { summary: 'Say that the person is still there', response: { 204: NoContent } } },
    async (request, reply) => {
      checkNoBody(request);
      await touchSession(services.database.db, request.session.id, services.now());
      return reply.code(204).send();
    },
  );

  app.post(
    '/apply/finish/:type',
    { schema: { summary: 'End the session', params: FinishParams, response: { 204: NoContent } } },
    async (request, reply) => {
      const type = finishTypes.find((known) => known === request.params.type);
      if (!type) throw missing();
      checkNoBody(request);
      const { id } = request.session;
      const now = services.now();
      await services.database.db.transaction().execute(async (transaction) => {
        if (!(await lockLiveSession(transaction, id))) throw sessionInvalid();
        const application = await lockApplicationOfSession(transaction, id);
        const isDraft = application === undefined || application.status === 'draft';
        if (isDraft && (type === 'completed' || type === 'pending'))
          throw new Refusal('conflict', 'The application has not been submitted.');
        await endSession(transaction, id, type, now);
        if (isDraft) await eraseDraft(transaction, id, type === 'cancel' ? 'cancelled' : 'timed_out', now);
      });
      return reply
        .code(204)
        .header('set-cookie', clearedSessionCookie(sessionCookieName(id, request.scheme), request.scheme))
        .header('clear-site-data', '"cache", "storage"')
        .send();
    },
  );
}
