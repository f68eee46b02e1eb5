/** Opens the store of a server, and waits for it where a front stands meanwhile. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, type DatabaseOptions, openDatabase } from '../db/database.ts';
import { ReadOnlyHost } from '../db/hosts.ts';
import { awaitsOwner, isPassing } from '../db/opening-error.ts';
import type { Front } from './front.ts';
import { asStartProblem } from './start-problem.ts';

/** How long after a failed try the next one begins, in milliseconds: within 5 s of its return the database is used (F5). */
const pauseMillis = 1_000;

/** How long a try may take before the front opens, in milliseconds: it may wait for another node's migration. */
const timeBudgetMillis = 2_000;

/**
 * Opens the store. With a front, a database that is away, takes no writes or is not migrated yet is waited for, and so is a
 * migration; without one that is an error, as everything else is.
 *
 * @throws StartProblem for what the operator can fix; else the error of the store, or of opening the front
 */
export async function openStore(
  options: DatabaseOptions & { readonly log: FastifyBaseLogger },
  front?: Front,
): Promise<Database> {
  if (front === undefined || options.databaseUrl === undefined)
    return openDatabase(options).catch((error: unknown) => Promise.reject(asStartProblem(error)));
  let said: string | undefined;
  for (;;) {
    try {
      return await before(front, openWritable(options));
    } catch (error) {
      const problem = asStartProblem(error);
      if (!isPassing(error) && !awaitsOwner(error)) throw problem;
      const message = problem instanceof Error ? problem.message : '';
      if (message !== said) options.log.warn(`${message} The node waits for it, and is not ready.`);
      said = message;
    }
    await front.open();
    await pause(pauseMillis);
  }
}

/** Opens a store that takes writes: a start writes down which programs and texts there are. */
async function openWritable(options: DatabaseOptions): Promise<Database> {
  const database = await openDatabase(options);
  if (await database.takesWrites()) return database;
  await database.close();
  throw new ReadOnlyHost('The database takes no writes');
}

/** Opens the front where the work takes long. Rejects with the error of the work, or of the front. */
async function before<Value>(front: Front, work: Promise<Value>): Promise<Value> {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => void front.open().catch(reject), timeBudgetMillis);
  try {
    return await Promise.race([work, broken]);
  } finally {
    clearTimeout(timer);
  }
}
