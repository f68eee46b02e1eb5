/**
 * `Idempotency-Key` (api "Headers"): within a session and path, the same key and body get the first answer again, kept
 * for 24 h. The answer is stored in the transaction that did the work, so a retry after a lost answer never does it
 * twice (F2). A refused call changes nothing and stores nothing. A retry while the first is still running is refused;
 * where the two meet on two nodes, it waits for the row that the first one's transaction holds, and gets its answer.
 */
import type { FastifyRequest } from 'fastify';
import { dataKeyOf } from '../applications/application-record.ts';
import type { Writing } from '../applications/application-writer.ts';
import { Refusal } from '../problem.ts';
import type { Aad, DataKey, Envelope } from '../security/encryption.ts';
import { keyedHash, openText, sealText } from '../security/encryption.ts';
import type { Services } from '../services.ts';
import { findAnswer } from '../store/idempotent-answers.ts';

/** What a handler answers. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly etag?: string;
}

/** An answer together with the application that it is about, whose key seals it. */
export interface SealableAnswer extends Answer {
  readonly applicationId: string;
  readonly key: DataKey;
}

const keyForm = /^[\x21-\x7e]{1,255}$/;

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? '';
}

function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !keyForm.test(key))
    throw new Refusal('invalid_request', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
  return key;
}

/** Runs a whole call with its key, from before its first wait; refuses another one with that key until it has ended. */
export async function alone<T>(
  services: Services,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  const key = keyOf(request);
  if (key === undefined) return work();
  const call = JSON.stringify([request.session.id, pathOf(request), key]);
  if (services.runningCalls.has(call))
    throw new Refusal('conflict', 'The call with this Idempotency-Key is still running.', { retryAfter: 1 });
  services.runningCalls.add(call);
  try {
    return await work();
  } finally {
    services.runningCalls.delete(call);
  }
}

/** Runs `work` once for its key; `content` is what makes two calls the same call. */
export async function once(
  writing: Writing,
  request: FastifyRequest,
  content: unknown,
  work: () => Promise<SealableAnswer>,
): Promise<Answer> {
  const key = keyOf(request);
  if (key === undefined) return work();
  const { transaction, services, sessionId, program, now } = writing;
  const path = pathOf(request);
  const bodyHash = keyedHash(services.hashKey, 'idempotent body', JSON.stringify(content ?? null));
  const place = (applicationId: string): Aad => ({
    program: program.domainKey,
    application: applicationId,
    table: 'idempotent_answer',
    row: sessionId,
    field: `${path} ${key}`,
  });
  const stored = await findAnswer(transaction, { sessionId, path, key });
  if (stored) {
    if (stored.body_hash.toString('hex') !== bodyHash)
      throw new Refusal('idempotency_mismatch', 'This Idempotency-Key was used for another request.');
    const application = await transaction
      .selectFrom('application')
      .selectAll()
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow();
    const dataKey = dataKeyOf(services.keyRing, application);
    return JSON.parse(
      openText(dataKey, stored.answer as unknown as Envelope, place(application.id)),
    ) as Answer;
  }

  const { applicationId, key: dataKey, ...answer } = await work();
  await transaction
    .insertInto('idempotent_answer')
    .values({
      session_id: sessionId,
      path,
      key,
      body_hash: Buffer.from(bodyHash, 'hex'),
      status: answer.status,
      answer: { ...sealText(dataKey, JSON.stringify(answer), place(applicationId)) },
      create_date_time: now,
    })
    .execute();
  return answer;
}
