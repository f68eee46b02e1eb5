/**
 * Authenticates a call by its public web session id and the secret in its cookie (D23). A session ends when it is finished, has
 * been idle for too long, or is twelve hours old. Its draft is then erased, unless the draft can be resumed (D28, D55).
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
import type { Services } from '../services.ts';
import { readSessionToken, tokenMatches } from './session-token.ts';

/** A live session: it isn't finished, hasn't been idle for too long, and hasn't reached its maximum lifetime. */
export interface Session {
  readonly id: string;
  readonly program: Program;
  readonly storeId: string;
  readonly startKeyId: string | null;
  /** The time of this call on the database's clock. */
  readonly now: Date;
  /** The session's application at the time of the call. Undefined if there is no application, or if the route doesn't need it. */
  readonly stored?: StoredApplication | undefined;
}

/** Maximum lifetime of a session in milliseconds, even if the session is never idle. */
export const sessionLifetimeMillis = 12 * 60 * 60_000;

/**
 * Minimum time in milliseconds between two recordings of a session's activity, so that not every save writes the session's row.
 */
const touchMillis = 15_000;

/**
 * Returns the activity time to store for a session that resumes a draft. This time is old enough for the session's first call to
 * be recorded. The recorded activity shows that the session has been used.
 */
export function unusedSince(now: Date): Date {
  return new Date(now.getTime() - touchMillis - 1);
}

/** Returns the idle timeout of a program's sessions, in milliseconds. */
export function idleMillis(
  program: Pick<Program, 'sessionTimeoutMillis' | 'sessionWarnCountdownMillis'>,
): number {
  return program.sessionTimeoutMillis + program.sessionWarnCountdownMillis + idleGraceMillis;
}

/** Returns the error for a call without a valid session. The error doesn't tell the caller what is wrong. */
export function sessionInvalid(): ApiError {
  return new ApiError('session_invalid', 'The session has ended or is unknown.');
}

/** Returns whether a session hasn't ended, hasn't been idle for too long, and hasn't reached its maximum lifetime. */
function isLive(row: FoundSession, program: Program): boolean {
  const idleSince = row.now.getTime() - idleMillis(program);
  return (
    row.end_date_time === null &&
    row.active_date_time.getTime() >= idleSince &&
    row.expire_date_time > row.now
  );
}

/**
 * Returns the session of a call. Throws `session_invalid` unless the session is live and the call's id and cookie match its row.
 */
export async function sessionOf(
  { database }: Pick<Services, 'database'>,
  program: Program,
  call: {
    readonly webSessionId: string;
    readonly cookies: string | undefined;
    readonly scheme: Scheme;
    readonly withApplication: boolean;
  },
): Promise<Session> {
  const { webSessionId } = call;
  const token = readSessionToken(call.cookies, webSessionId, call.scheme);
  if (token === undefined) throw sessionInvalid();
  const { db, reads, moment } = database;
  const row: (FoundSession & { application?: StoredApplication | undefined }) | undefined =
    call.withApplication
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
