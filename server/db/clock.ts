/** The database's clock, which all nodes share, decides about stored data: a node's own clock may be wrong. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import type { Queries } from './transactions.ts';

/** A time in a statement: one that the database computes, or a known one. */
export type Moment = RawBuilder<Date> | Date;

/** What reading the time needs: queries, and the database's expression for now. */
export type Timed = Pick<Database, 'db' | 'moment'>;

/** Returns the start of the transaction, in milliseconds, the precision of a JavaScript Date. */
export function databaseMoment() {
  return sql<Date>`date_trunc('milliseconds', now())`;
}

/** Returns the time `millis` milliseconds after `moment`. */
export function after(moment: RawBuilder<Date>, millis: number) {
  return sql<Date>`(${moment} + ${millis} * interval '1 millisecond')`;
}

/** Reads the database's time, which stays the same within a transaction. */
export async function readNow({ db, moment }: Timed, queries: Queries = db): Promise<Date> {
  const { now } = await queries.selectNoFrom(moment().as('now')).executeTakeFirstOrThrow();
  return now;
}

/** Returns the seconds from one time to another, 0 if that comes first or there is none. */
export function secondsBetween(from: Date | null, to: Date): number {
  return from === null ? 0 : Math.max(0, to.getTime() - from.getTime()) / 1000;
}
