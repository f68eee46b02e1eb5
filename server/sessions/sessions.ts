/**
 * Authenticates a call by its public web session id and the secret in its cookie (D23), and runs the call's transactions. A
 * session ends when it is finished, idle for too long, or twelve hours old, or when its draft is resumed in a new session.
 */
import { idleGraceMillis } from '../../form/limits/session-limits.ts';
import type { StoredApplication } from '../db/queries/application-parts.ts';
import {
  type FoundSession,
  findSession,
  findSessionWithApplication,
  touchSession,
} from '../db/queries/sessions.ts';
import { isDiskFull } from '../db/unavailable.ts';
import { ApiError } from '../errors.ts';
import type { Scheme } from '../net/client-address.ts';
import type { Program } from '../programs/programs.ts';
import { inTransactionWith, type WriteContext } from '../security/in-transaction.ts';
import type { Services } from '../services.ts';
import { readSessionToken, tokenMatches } from './session-token.ts';

/** A live session. */
export interface Session {
  readonly id: string;
  readonly program: Program;
  readonly storeId: string;
  readonly startKeyId: string | null;
  /** The time of this call on the database's clock. */
  readonly now: Date;
  /** The session's application at the time of the call. Undefined if there is none, or if the route doesn't need it. */
  readonly stored?: StoredApplication | undefined;
}

/** Maximum lifetime of a session in milliseconds, even if the session is never idle. */
export const sessionLifetimeMillis = 12 * 60 * 60_000;

/** Minimum time in milliseconds between two updates of a session's activity time, so not every call writes the session's row. */
const touchMillis = 15_000;

/** Returns the initial activity time of a session that resumes a draft. It is so old that the session's first call updates it. */
export const unusedSince = (now: Date) => new Date(now.getTime() - touchMillis - 1);

/** Returns the idle timeout of a program's sessions, in milliseconds. */
export function idleMillis(
  program: Pick<Program, 'sessionTimeoutMillis' | 'sessionWarnCountdownMillis'>,
): number {
  return program.sessionTimeoutMillis + program.sessionWarnCountdownMillis + idleGraceMillis;
}

/** Returns the error for a call without a valid session. The error doesn't tell the caller what is wrong. */
export const sessionInvalid = () => new ApiError('session_invalid', 'The session has ended or is unknown.');

/** Returns whether a session hasn't ended, hasn't been idle for too long, and hasn't reached its maximum lifetime. */
function isLive({ end_date_time, active_date_time, expire_date_time, now }: FoundSession, program: Program) {
  const idleSince = now.getTime() - idleMillis(program);
  return end_date_time === null && active_date_time.getTime() >= idleSince && expire_date_time > now;
}

/** Returns the session of a call. Throws `session_invalid` unless the session is live and the call's id and cookie match it. */
export async function sessionOf(
  { database }: Pick<Services, 'database'>,
  program: Program,
  {
    webSessionId,
    cookies,
    scheme,
    withApplication,
  }: { webSessionId: string; cookies: string | undefined; scheme: Scheme; withApplication: boolean },
): Promise<Session> {
  const token = readSessionToken(cookies, webSessionId, scheme);
  if (token === undefined) throw sessionInvalid();
  const { db, reads, moment } = database;
  const row: (FoundSession & { application?: StoredApplication | undefined }) | undefined = withApplication
    ? await findSessionWithApplication(moment, reads, webSessionId)
    : await findSession(moment, reads, webSessionId);
  if (!row || row.domain_key !== program.domainKey || !isLive(row, program)) throw sessionInvalid();
  if (!tokenMatches(token, row.token_hash)) throw sessionInvalid();
  const { id, store_id: storeId, start_key_id: startKeyId, now } = row;
  if (now.getTime() - row.active_date_time.getTime() > touchMillis)
    await touchSession(db, id, now).catch((error: unknown) => {
      // A call that only reads must also work on a full disk, although its activity can't be recorded (F8).
      if (!isDiskFull(error)) throw error;
    });
  return { id, program, storeId, startKeyId, now, stored: row.application };
}

/** The context of a transaction that runs in an applicant's session. */
export interface TransactionContext extends WriteContext {
  readonly services: Services;
  readonly program: Program;
  readonly sessionId: string;
}

/** Like `inTransaction`, but also passes the session, its program and the services to `work`. */
export function inTransactionOf<T>(
  services: Services,
  { id: sessionId, program }: Pick<Session, 'id' | 'program'>,
  work: (context: TransactionContext) => Promise<T>,
): Promise<T> {
  return inTransactionWith(services, { services, program, sessionId }, work);
}
