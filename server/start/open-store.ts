/** Opens the store of a server, and waits for it while the waiting server runs. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, type DatabaseOptions, openDatabase } from '../db/database.ts';
import { ReadOnlyHost } from '../db/hosts.ts';
import { awaitsOwner, isPassing } from '../db/opening-error.ts';
import { asStartProblem } from './start-problem.ts';
import type { WaitingServer } from './waiting-server.ts';

/** Milliseconds between a failed attempt and the next: a returning database is used within 5 s (F5). */
const pauseMillis = 1_000;

/** Milliseconds after which the waiting server opens, because an attempt may wait for another node's migration. */
const timeBudgetMillis = 2_000;

/**
 * Opens the store. With a waiting server, waits for a database that is unreachable, read-only or not migrated yet, and for a
 * migration. Without one, each of these is an error.
 * @throws StartProblem for what the operator can fix; otherwise the error of the store or of the waiting server
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

/** Opens a store that accepts writes: the server records its programs and texts when it starts. */
async function openWritable(options: DatabaseOptions): Promise<Database> {
  const database = await openDatabase(options);
  if (await database.takesWrites()) return database;
  await database.close();
  throw new ReadOnlyHost('The database takes no writes');
}

/** Awaits the work, and opens the waiting server if the work takes long. Rejects with the error of either. */
async function withWaitingServer<Value>(waitingServer: WaitingServer, work: Promise<Value>): Promise<Value> {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => void waitingServer.open().catch(reject), timeBudgetMillis);
  try {
    return await Promise.race([work, broken]);
  } finally {
    clearTimeout(timer);
  }
}
