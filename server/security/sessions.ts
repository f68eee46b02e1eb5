/**
 * Who is calling: the web session id, which is public, together with the secret in its cookie (D23). A session ends by
 * finish, by idleness, or after twelve hours; a draft does not outlive it (D28).
 */

import type { Scheme } from '../client-address.ts';
import { Refusal } from '../problem.ts';
import type { Program } from '../programs.ts';
import type { Services } from '../services.ts';
import type { SessionRow } from '../store/sessions.ts';
import { findSession, touchSession } from '../store/sessions.ts';
import { readSessionToken, sessionTokenMatches } from './session-token.ts';

/** A session that may act now. */
export interface Session {
  readonly id: string;
  readonly program: Program;
  readonly storeId: string;
  readonly startKeyId: string | null;
}

/** A session lives no longer than this, however busy it is. */
export const sessionLifetimeMillis = 12 * 60 * 60_000;

/** The page's own timers end a session first; the server waits this much longer. */
const idleGraceMillis = 120_000;

/** Activity is noted at most this often, so that saves do not write a session row each. */
const touchMillis = 15_000;

/** How long a session of a program may be idle. */
export function idleMillis(
  program: Pick<Program, 'sessionTimeoutMillis' | 'sessionWarnCountdownMillis'>,
): number {
  return program.sessionTimeoutMillis + program.sessionWarnCountdownMillis + idleGraceMillis;
}

/** The refusal of everyone who has no session, or not this one. It tells nobody which. */
export function sessionInvalid(): Refusal {
  return new Refusal('session_invalid', 'The session is over or unknown.');
}

/** True while the row's session may act. */
export function isLive(row: SessionRow, program: Program, now: Date): boolean {
  const idleSince = now.getTime() - idleMillis(program);
  return (
    row.end_date_time === null && row.active_date_time.getTime() >= idleSince && row.expire_date_time > now
  );
}

/** The session of a call; refuses with `session_invalid` whatever is not whole. */
export async function sessionOf(
  services: Services,
  program: Program,
  call: {
    readonly webSessionId: string | undefined;
    readonly cookies: string | undefined;
    readonly scheme: Scheme;
  },
): Promise<Session> {
  const { webSessionId } = call;
  const token = webSessionId && readSessionToken(call.cookies, webSessionId, call.scheme);
  if (!webSessionId || !token) throw sessionInvalid();
  const now = services.now();
  const row = await findSession(services.database.db, webSessionId);
  if (!row || row.domain_key !== program.domainKey || !isLive(row, program, now)) throw sessionInvalid();
  if (!sessionTokenMatches(token, row.token_hash.toString('hex'))) throw sessionInvalid();
  if (now.getTime() - row.active_date_time.getTime() > touchMillis)
    await touchSession(services.database.db, row.id, now);
  return { id: row.id, program, storeId: row.store_id, startKeyId: row.start_key_id };
}
