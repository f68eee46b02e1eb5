/**
 * Servers that a test has stopped, kept for the next one of the same process and handed out with an emptied store: to
 * start one takes half a second of the processor, to empty its store a tenth of that. A server that a test has changed
 * is stopped as it asked.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestDatabase } from './database.ts';
import { emptyTables, filesOfTheStore, noticeSettings, schemaOf } from './emptied-stores.ts';
import type { TestServer } from './test-server.ts';

export interface KeptServer {
  readonly server: TestServer;
  /** What no test may change: the tables themselves, and the rows and files that the start made. */
  readonly made: string;
}

/** Rows that a start writes and its server then relies on. */
const lastingTables = ['agreement_text', 'domain', 'installation', 'provider'] as const;

/** As many as one test uses at the same time; the embedded store takes some 150 MB of memory. */
const mostKept = 2;

const servers: { readonly kind: string; readonly kept: KeptServer }[] = [];

async function lastingRows({ db }: TestDatabase): Promise<string> {
  const sums = lastingTables.map(
    (name) => sql`(select md5(string_agg(r::text, ',' order by r::text)) from ${sql.table(name)} r)`,
  );
  const { rows } = await sql<{ sum: string }>`select concat_ws(' ', ${sql.join(sums)}) as sum`.execute(db);
  return rows[0]?.sum ?? '';
}

/** The paths of all files and folders in the data folder, but for those of the store. */
async function filesOf({ dataDir }: TestDatabase): Promise<readonly string[]> {
  const names = (await readdir(dataDir)).filter((name) => !filesOfTheStore.includes(name));
  const inside = names.map(async (name) => {
    const paths = await readdir(join(dataDir, name), { recursive: true }).catch(() => []);
    return paths.map((path) => join(name, path));
  });
  return [...names, ...(await Promise.all(inside)).flat()].sort();
}

/** A server that was just started, as it is to be given to the next test. */
export async function keptServer(server: TestServer): Promise<KeptServer> {
  const { database } = server;
  const files = await filesOf(database);
  const made = JSON.stringify([await schemaOf(database), await lastingRows(database), files]);
  return { server, made };
}

/** A kept server of this kind. */
export function takeServer(kind: string): KeptServer | undefined {
  const at = servers.findIndex((each) => each.kind === kind);
  return at < 0 ? undefined : servers.splice(at, 1)[0]?.kept;
}

/** Keeps a server, with its store emptied; false where that cannot be, and it is to be stopped. */
export async function keepServer(kind: string, kept: KeptServer): Promise<boolean> {
  try {
    await empty(kept);
  } catch {
    return false;
  }
  servers.unshift({ kind, kept });
  await Promise.all(servers.splice(mostKept).map((each) => each.kept.server.stop()));
  return true;
}

async function empty({ server, made }: KeptServer): Promise<void> {
  const { app, database, outbox, services } = server;
  if (app.server.listening || services.runningCalls.size > 0)
    throw new Error('A test has left the server at work.');
  await outbox.runOnce();
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from outbox where done_date_time is null
  `.execute(database.db);
  if (rows[0]?.left !== 0) throw new Error('A test has left something to send.');
  const [schema, lasting, files] = JSON.parse(made) as [string, string, readonly string[]];
  if ((await schemaOf(database)) !== schema) throw new Error('A test has changed the tables.');
  if ((await lastingRows(database)) !== lasting) throw new Error('A test has changed what the start wrote.');
  await noticeSettings(database);
  await emptyTables(database, lastingTables);
  const left = await filesOf(database);
  if (files.some((name) => !left.includes(name))) throw new Error('A test has removed a file of the start.');
  for (const name of left)
    if (!files.includes(name)) await rm(join(database.dataDir, name), { recursive: true, force: true });
}
