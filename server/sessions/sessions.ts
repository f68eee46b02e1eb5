/**
 * Who is calling: the web session id, which is public, together with the secret in its cookie (D23). A session ends
 * when it is finished, idle for too long, or twelve hours old; a draft does not outlive it (D28).
 */

import { idleGraceMillis } from '../../form/limits/session-limits.ts';
import type { StoredApplication } from '../db/queries/application-parts.ts';
import {
  type FoundSession,
  findSession,
  findSessionWithApplication,
  touchSession,
} from '../db/queries/sessions.ts';
import { hasNoRoom } from '../db/unavailable.ts';
import { ApiError } from '../errors.ts';
import type { Scheme } from '../net/client-address.ts';
import type { Program } from '../programs/programs.ts';
import type { Services } from '../services.ts';
import { readSessionToken, sessionTokenMatches } from './session-token.ts';

/** A session that may act now. */
export interface Session {
  readonly id: string;
  readonly program: Program;
  readonly storeId: string;
  readonly startKeyId: string | null;
  /** The moment of the present call, by the database's clock. */
  readonly now: Date;
  /** Its application as stored at that moment; undefined where there was none, or the route does not ask for it. */
  readonly stored?: StoredApplication | undefined;
}

/** A session lives no longer than this, however busy it is. */
export const sessionLifetimeMillis = 12 * 60 * 60_000;

/** Activity is recorded at most this often, so that not every save writes the session's row. */
const touchMillis = 15_000;

/** The activity of a session that begins now and continues a draft: so long ago that its first call is recorded. */
export function unusedSince(now: Date): Date {
  return new Date(now.getTime() - touchMillis - 1);
}

/** How long a session of a program may be idle. */
export function idleMillis(
  program: Pick<Program, 'sessionTimeoutMillis' | 'sessionWarnCountdownMillis'>,
): number {
  return program.sessionTimeoutMillis + program.sessionWarnCountdownMillis + idleGraceMillis;
}

/** The error of every caller without a valid session. It does not say what is wrong. */
export function sessionInvalid(): ApiError {
  return new ApiError('session_invalid', 'The session is over or unknown.');
}

/** True while the row's session may act. */
function isLive(row: FoundSession, program: Program): boolean {
  const idleSince = row.now.getTime() - idleMillis(program);
  return (
    row.end_date_time === null &&
    row.active_date_time.getTime() >= idleSince &&
    row.expire_date_time > row.now
  );
}

/** Notes that a session is in use; where the disk has no room for that, who only reads is served all the same (F8). */
async function noteUse(...of: Parameters<typeof touchSession>): Promise<void> {
  await touchSession(...of).catch((error: unknown) => {
    if (!hasNoRoom(error)) throw error;
  });
}

/** The session of a call. Throws `session_invalid` where id, cookie and row do not all fit. */
export async function sessionOf(
  { database }: Pick<Services, 'database'>,
  program: Program,
  call: {
    readonly webSessionId: string | undefined;
    readonly cookies: string | undefined;
    readonly scheme: Scheme;
    readonly withApplication: boolean;
  },
): Promise<Session> {
  const { webSessionId } = call;
  const token = webSessionId && readSessionToken(call.cookies, webSessionId, call.scheme);
  if (!webSessionId || !token) throw sessionInvalid();
  const { db, reads, moment } = database;
  const row: (FoundSession & { application?: StoredApplication | undefined }) | undefined =
    call.withApplication
      ? await findSessionWithApplication(moment, reads, webSessionId)
      : await findSession(moment, reads, webSessionId);
  if (!row || row.domain_key !== program.domainKey || !isLive(row, program)) throw sessionInvalid();
  const { now } = row;
  if (!sessionTokenMatches(token, row.token_hash.toString('hex'))) throw sessionInvalid();
  if (now.getTime() - row.active_date_time.getTime() > touchMillis) await noteUse(db, row.id, now);
  const { id, store_id: storeId, start_key_id: startKeyId } = row;
  return { id, program, storeId, startKeyId, now, stored: row.application };
}
