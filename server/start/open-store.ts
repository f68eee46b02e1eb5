/** Opens the store of a starting server. While PostgreSQL is not ready, runs the waiting server and keeps trying. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, type DatabaseOptions, openDatabase } from '../db/database.ts';
import { ReadOnlyHost } from '../db/hosts.ts';
import { awaitsOwner, isPassing } from '../db/opening-error.ts';
import { asStartProblem } from './start-problem.ts';
import type { WaitingServer } from './waiting-server.ts';

/** Milliseconds between two attempts to open the store. The server must use a database within 5 s of its recovery (F5). */
const pauseMillis = 1_000;

/** Milliseconds after which the waiting server listens if the store isn't open yet, for example due to a long migration. */
const timeBudgetMillis = 2_000;

/**
 * Opens the store. If there is a waiting server, keeps trying while PostgreSQL is unreachable, read-only or not migrated. Rejects
 * at any other failure, and at every failure of an embedded store. Rejects with StartProblem if the operator can fix the failure.
 */
export async function openStore(
  options: DatabaseOptions & { readonly log: FastifyBaseLogger },
  waitingServer?: WaitingServer,
): Promise<Database> {
  if (waitingServer === undefined || options.databaseUrl === undefined)
    return openDatabase(options).catch((error: unknown) => Promise.reject(asStartProblem(error)));
  let lastMessage: string | undefined;
  for (;;) {
    try {
      return await withWaitingServer(waitingServer, openWritable(options));
    } catch (error) {
      const problem = asStartProblem(error);
      if (!isPassing(error) && !awaitsOwner(error)) throw problem;
      const message = problem instanceof Error ? problem.message : '';
      if (message !== lastMessage) options.log.warn(`${message} The node waits for it, and is not ready.`);
      lastMessage = message;
    }
    await waitingServer.open();
    await pause(pauseMillis);
  }
}

/** Opens the store. Rejects if the store is read-only, because a starting server must record its programs and texts there. */
async function openWritable(options: DatabaseOptions): Promise<Database> {
  const database = await openDatabase(options);
  if (await database.takesWrites()) return database;
  await database.close();
  throw new ReadOnlyHost('The database takes no writes');
}

/** Returns the result of `work`. After `timeBudgetMillis`, the waiting server listens. Rejects if `work` or listening fails. */
async function withWaitingServer<Value>(waitingServer: WaitingServer, work: Promise<Value>): Promise<Value> {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => void waitingServer.open().catch(reject), timeBudgetMillis);
  try {
    return await Promise.race([work, broken]);
  } finally {
    clearTimeout(timer);
  }
}
