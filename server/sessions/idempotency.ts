/**
 * Handles `Idempotency-Key` (docs/api.md, "Headers"). A call that is repeated within 24 hours with the same session, path, key
 * and body gets the first response. The transaction that does the work also stores this response, so a repeated call never does
 * the work again (F2).
 */
import type { FastifyRequest } from 'fastify';
import { readApplicationOfSession } from '../db/queries/applications.ts';
import { findResponse, insertResponse } from '../db/queries/idempotent-responses.ts';
import { ApiError } from '../errors.ts';
import { dataKeyOf } from '../security/data-keys.ts';
import { type Aad, type DataKey, keyedHash, openText, sealText } from '../security/sealing.ts';
import type { Services } from '../services.ts';
import type { TransactionContext } from './sessions.ts';

/** The part of a response that a repeated call receives again. */
export interface StoredResponse {
  readonly status: number;
  readonly body: unknown;
  readonly etag?: string;
}

/** A response, and the application whose data key encrypts the response. */
interface SealableResponse extends StoredResponse {
  readonly applicationId: string;
  readonly key: DataKey;
}

/** The path and the `Idempotency-Key` of a call. */
export type KeyedCall = { readonly path: string; readonly key: string };

const keyForm = /^[\x21-\x7e]{1,255}$/;

/**
 * Runs a call that may have an `Idempotency-Key`. `handle` begins a transaction and calls `respondIdempotently` in it. While the
 * first call is running, a repeat on the same node gets `conflict`. A repeat on another node waits for a row that the first call
 * has locked.
 */
export async function withIdempotency(
  { runningCalls }: Services,
  request: FastifyRequest,
  handle: (call: KeyedCall | undefined) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const key = idempotencyKeyOf(request);
  if (key === undefined) return handle(undefined);
  const path = request.url.split('?')[0] ?? '';
  const running = JSON.stringify([request.session.id, path, key]);
  if (runningCalls.has(running))
    throw new ApiError('conflict', 'The call with this Idempotency-Key is still running.', { retryAfter: 1 });
  runningCalls.add(running);
  try {
    return await handle({ path, key });
  } finally {
    runningCalls.delete(running);
  }
}

/** Returns the call's `Idempotency-Key`, or undefined if the call has none. Throws `invalid_request` if the key is malformed. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !keyForm.test(key))
    throw new ApiError('invalid_request', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
  return key;
}

/**
 * Runs `work` and stores its response. If the call's key was used before, returns the stored response instead, or throws if the
 * earlier call had another `content`. Stores nothing for a call without a key.
 */
export async function respondIdempotently(
  { transaction, services, sessionId, program, now }: TransactionContext,
  keyed: KeyedCall | undefined,
  content: unknown,
  work: () => Promise<SealableResponse>,
): Promise<StoredResponse> {
  if (!keyed) return work();
  const call = { session_id: sessionId, ...keyed };
  const bodyHash = keyedHash(services.hashKey, 'idempotent body', JSON.stringify(content ?? null));
  const aad = (applicationId: string): Aad => ({
    program: program.domainKey,
    application: applicationId,
    table: 'idempotent_answer',
    row: sessionId,
    field: `${call.path} ${call.key}`,
  });
  const stored = await findResponse(transaction, call);
  if (stored) {
    if (stored.bodyHash.toString('hex') !== bodyHash)
      throw new ApiError('idempotency_mismatch', 'This Idempotency-Key was used for another request.');
    const application = await readApplicationOfSession(transaction, sessionId);
    const dataKey = dataKeyOf(services.keys, application);
    return JSON.parse(openText(dataKey, stored.sealed, aad(application.id))) as StoredResponse;
  }

  const { applicationId, key: dataKey, ...response } = await work();
  const sealed = sealText(dataKey, JSON.stringify(response), aad(applicationId));
  const row = { ...call, body_hash: Buffer.from(bodyHash, 'hex'), status: response.status, answer: sealed };
  await insertResponse(transaction, { ...row, create_date_time: now });
  return response;
}
