/** Starts a server on a store with many applications. Uses an existing store, or fills a new one. */
import pg from 'pg';
import { pino } from 'pino';
import { readSettings } from '../../../server/config/settings.ts';
import type { OperatorStore } from '../../../server/operator/command.ts';
import { openContext } from '../../../server/operator/open-context.ts';
import { freePort } from '../../../tests/support/free-port.ts';
import { type Installation, install } from '../../../tests/support/installation.ts';
import { fillStore } from '../fill/fill-store.ts';

/** The location of a store: the URL of its database, and the data folder that contains its keys. */
export interface StoreAddress {
  readonly databaseUrl: string;
  readonly dataDir: string;
}

export interface FilledStore {
  readonly server: Installation['server'];
  readonly metricsUrl: string;
  /** The server's store, opened in this process as the operator's commands open it. */
  readonly store: OperatorStore;
  readonly applications: number;
  readonly end: () => Promise<void>;
}

/**
 * Returns the location of a store from the environment variables `<name>_DATABASE_URL` and `<name>_DATA_DIR`, or undefined if one
 * of them is missing.
 */
export function namedStore(name: 'FEW' | 'FILLED'): StoreAddress | undefined {
  const { [`${name}_DATABASE_URL`]: databaseUrl, [`${name}_DATA_DIR`]: dataDir } = process.env;
  return databaseUrl && dataDir ? { databaseUrl, dataDir } : undefined;
}

/** Returns an installation and the location of its store: the store `filled`, or else a new, empty PostgreSQL. */
export async function installOn(
  filled?: StoreAddress,
): Promise<Installation & { readonly address: StoreAddress }> {
  const installation = await install(filled ? 'embedded' : 'PostgreSQL');
  const { databaseUrl = '', folder, env } = installation;
  const address = filled ?? { databaseUrl, dataDir: `${folder}/data` };
  Object.assign(env, { DATABASE_URL: address.databaseUrl, DATA_DIR: address.dataDir });
  return { ...installation, address };
}

/** Starts a server on the store `filled`. Without `filled`, fills a new store with the given number of applications. */
export async function startFilled(applications: number, filled?: StoreAddress): Promise<FilledStore> {
  const installation = await installOn(filled);
  const { server, env, address } = installation;
  const port = await freePort();
  Object.assign(env, { METRICS_PORT: String(port) });
  await server.start();
  if (!filled) await fillStore({ ...address, applications, threads: 2, months: 30, tell: () => {} });
  const read = readSettings({ DATABASE_URL: address.databaseUrl, DATA_DIR: address.dataDir });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const { store, close } = await openContext(read.settings, pino({ level: 'silent' }));
  return {
    server,
    metricsUrl: `http://127.0.0.1:${port}/metrics`,
    store,
    applications: await countIn(address.databaseUrl),
    end: async () => {
      await close();
      await installation.remove();
    },
  };
}

/** Returns the number of stored applications. Uses a separate connection for which PostgreSQL logs no plans. */
export async function countIn(databaseUrl: string): Promise<number> {
  const url = new URL(databaseUrl);
  url.searchParams.delete('options');
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const { rows } = await client.query('select count(*) as count from application');
  await client.end();
  return Number(rows[0].count);
}
