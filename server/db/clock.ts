/**
 * The database's clock, which all nodes share, decides about stored data. A node that used its own wrong clock would end sessions
 * that are active on another node, or keep expired ones.
 */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/** A time in a statement: one that the database computes, or a known one. */
export type Moment = RawBuilder<Date> | Date;

/** What reading the time needs: queries, and the database's expression for now. */
export type Timed = Pick<Database, 'db' | 'moment'>;

/** Returns the start of the transaction, in milliseconds, the precision of a JavaScript Date. */
export function databaseMoment(): RawBuilder<Date> {
  return sql<Date>`date_trunc('milliseconds', now())`;
}

/** Returns the time `millis` milliseconds after `moment`. */
export function after(moment: RawBuilder<Date>, millis: number): RawBuilder<Date> {
  return sql<Date>`(${moment} + ${millis} * interval '1 millisecond')`;
}

/** Reads the database's time, which stays the same within a transaction. */
export async function readNow(
  { db, moment }: Timed,
  queries: Kysely<Tables> | Transaction<Tables> = db,
): Promise<Date> {
  const { now } = await queries.selectNoFrom(moment().as('now')).executeTakeFirstOrThrow();
  return now;
}
