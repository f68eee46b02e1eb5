/**
 * A pool of servers that tests have finished with. The next test of the process gets one of them with an emptied store. Starting
 * a server takes half a second of CPU time, and emptying its store takes a tenth of that. If a test has changed a server, the
 * server is stopped instead.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestDatabase } from './database.ts';
import { emptyTables, filesOfTheStore, noticeSchema, noticeSettings, schemaOf } from './emptied-stores.ts';
import { notice } from './left-behind.ts';
import type { TestServer } from './test-server.ts';

export interface KeptServer {
  readonly server: TestServer;
  /**
   * The state to which a test must return the server so that it can be reused: the schema, and the rows and files that the start
   * created.
   */
  readonly made: string;
}

/** Tables with rows that the server writes when it starts, and relies on later. */
const lastingTables = ['agreement_text', 'domain', 'installation', 'provider'] as const;

/** The column of `installation` that the server's own sweeper changes. */
const sweptColumn = 'sessions_swept_date_time';

/** Maximum number of servers in the pool. Each embedded store takes about 150 MB of memory. */
const mostKept = 2;

const servers: { readonly kind: string; readonly kept: KeptServer }[] = [];

async function lastingRows({ db }: TestDatabase): Promise<string> {
  const sums = lastingTables.map(
    (name) => sql`(
      select md5(string_agg(row, ',' order by row))
      from (select (to_jsonb(r) - ${sweptColumn}::text)::text as row from ${sql.table(name)} r) rows
    )`,
  );
  const { rows } = await sql<{ sum: string }>`select concat_ws(' ', ${sql.join(sums)}) as sum`.execute(db);
  return rows[0]?.sum ?? '';
}

/** Returns the paths of all files and folders in the data folder, except the store's own files. */
async function filesOf({ dataDir }: TestDatabase): Promise<readonly string[]> {
  const names = (await readdir(dataDir)).filter((name) => !filesOfTheStore.includes(name));
  const inside = names.map(async (name) => {
    const paths = await readdir(join(dataDir, name), { recursive: true }).catch(() => []);
    return paths.map((path) => join(name, path));
  });
  return [...names, ...(await Promise.all(inside)).flat()].sort();
}

/** Returns a newly started server, with the state to which a test must return the server. */
export async function keptServer(server: TestServer): Promise<KeptServer> {
  const { database } = server;
  const files = await filesOf(database);
  const made = JSON.stringify([await schemaOf(database), await lastingRows(database), files]);
  return { server, made };
}

/** Takes a server of this kind from the pool. Returns undefined if there is none. */
export function takeServer(kind: string): KeptServer | undefined {
  const at = servers.findIndex((each) => each.kind === kind);
  return at < 0 ? undefined : servers.splice(at, 1)[0]?.kept;
}

/**
 * Empties a server's store and puts the server into the pool. If the pool is then too large, stops the server that has been in it
 * longest. Resolves to false if emptying fails. The caller must then stop the server.
 */
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
    throw new Error('A test has left a call running on the server.');
  await outbox.runOnce();
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from outbox where done_date_time is null
  `.execute(database.db);
  if (rows[0]?.left !== 0) throw new Error('A test has left a job in the outbox.');
  const [schema, lasting, files] = JSON.parse(made) as [string, string, readonly string[]];
  await noticeSchema(database, schema);
  if ((await lastingRows(database)) !== lasting) {
    notice(`rows that the start wrote in ${lastingTables.join()}`);
    throw new Error('A test has changed rows that the start wrote.');
  }
  await noticeSettings(database);
  await emptyTables(database, lastingTables);
  await sql`update installation set ${sql.ref(sweptColumn)} = null`.execute(database.db);
  const left = await filesOf(database);
  if (files.some((name) => !left.includes(name)))
    throw new Error('A test has removed a file that the start wrote.');
  for (const name of left)
    if (!files.includes(name)) await rm(join(database.dataDir, name), { recursive: true, force: true });
}
