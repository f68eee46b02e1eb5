/**
 * The clock that decides about stored data is the database's, which all nodes share. By its own clock, a node with the
 * wrong time would end sessions that are in use on another node, or keep those that have expired.
 */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** A moment in a statement: one that the database works out, or one that is known. */
export type Moment = RawBuilder<Date> | Date;

/** What is needed to read the time: queries, and the database's expression for this moment. */
export type Timed = Pick<Database, 'db' | 'moment'>;

/** The beginning of the transaction, to the millisecond, as JavaScript keeps it. */
export function databaseMoment(): RawBuilder<Date> {
  return sql<Date>`date_trunc('milliseconds', now())`;
}

/** The moment this many milliseconds after another. */
export function after(moment: RawBuilder<Date>, millis: number): RawBuilder<Date> {
  return sql<Date>`(${moment} + ${millis} * interval '1 millisecond')`;
}

/** Reads the database's time; within a transaction it stays the same. */
export async function readNow(
  { db, moment }: Timed,
  queries: Kysely<Tables> | Transaction<Tables> = db,
): Promise<Date> {
  const { now } = await queries.selectNoFrom(moment().as('now')).executeTakeFirstOrThrow();
  return now;
}
