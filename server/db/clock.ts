/** The database's clock. All nodes use it for decisions about stored data, because a node's own clock may be wrong. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import type { Queries } from './transactions.ts';

/** A time to use in a statement: an SQL expression that the database evaluates, or a JavaScript Date. */
export type Moment = RawBuilder<Date> | Date;

/** The parts of a Database that tell its time: `db`, and `moment()`, which returns an SQL expression for the current time. */
export type Timed = Pick<Database, 'db' | 'moment'>;

/** Returns an SQL expression for the transaction's start time, truncated to milliseconds, the precision of a Date. */
export function databaseMoment() {
  return sql<Date>`date_trunc('milliseconds', now())`;
}

/** Returns an SQL expression for the time `millis` milliseconds after `moment`. */
export function after(moment: RawBuilder<Date>, millis: number) {
  return sql<Date>`(${moment} + ${millis} * interval '1 millisecond')`;
}

/** Returns the database's time. Within a transaction, this is always the time at which the transaction began. */
export async function readNow({ db, moment }: Timed, queries: Queries = db): Promise<Date> {
  const { now } = await queries.selectNoFrom(moment().as('now')).executeTakeFirstOrThrow();
  return now;
}

/** Returns the seconds from `from` to `to`. Returns 0 if `to` is earlier or `from` is null. */
export function secondsBetween(from: Date | null, to: Date): number {
  return from === null ? 0 : Math.max(0, to.getTime() - from.getTime()) / 1000;
}
