/**
 * Vitest's global setup for `database.ts`. Creates the stores that all workers share: a migrated folder of the embedded store,
 * and a private PostgreSQL with a migrated template. Workers request the stores over HTTP on the loopback interface. A store is
 * created when it is first requested, so tests without a database cost nothing. Only this process creates stores, so workers
 * cannot race. If the environment variable CI is set, PostgreSQL is started first, and the run fails if it does not start.
 */
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../server/db/database.ts';
import { embeddedTemplate } from './embedded-template.ts';
import { removeFolder } from './folders.ts';
import { startTestPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the HTTP server of this setup. */
    testDatabases: string;
    /** The folder for all temporary files of this run. */
    testFolder: string;
  }
}

/** The responses to workers, by request. `reason` says why PostgreSQL does not work, and is undefined if PostgreSQL works. */
export type SharedStores = {
  'GET /embedded': { dataDir: string };
  'GET /postgres': { reason?: string };
  'POST /postgres': { databaseUrl: string };
};

const log = pino({ level: 'silent' });

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = lazily(makePostgresTemplate);
  if (process.env['CI']) await requirePostgres(postgres.get());
  const folder = await mkdtemp(join(tmpdir(), 'test-run-'));
  const embedded = lazily(embeddedTemplate);

  const responses: { [call in keyof SharedStores]: () => Promise<SharedStores[call]> } = {
    'GET /embedded': async () => ({ dataDir: await embedded.get() }),
    'GET /postgres': async () => {
      const { reason } = await postgres.get();
      return reason === undefined ? {} : { reason };
    },
    'POST /postgres': async () => ({ databaseUrl: await (await postgres.get()).fresh() }),
  };
  const server = createServer(async (request, response) => {
    const respond = responses[`${request.method} ${request.url}` as keyof SharedStores];
    try {
      response.end(JSON.stringify(await respond()));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  project.provide('testDatabases', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  project.provide('testFolder', folder);

  return async () => {
    server.close();
    server.closeAllConnections();
    await (await postgres.made())?.stop();
    await removeFolder(folder);
  };
}

type PostgresTemplate = { reason?: string; fresh(): Promise<string>; stop(): Promise<void> };

async function makePostgresTemplate(): Promise<PostgresTemplate> {
  try {
    const postgres = await startTestPostgres();
    const admin = new pg.Client({ connectionString: postgres.url('postgres') });
    await admin.connect();
    await admin.query('create database template');
    const template = await openDatabase({ databaseUrl: postgres.url('template'), dataDir: '', log });
    await template.close();
    let count = 0;
    return {
      fresh: async () => {
        count += 1;
        const name = `test_${count}`;
        await admin.query(`create database ${name} template template`);
        return postgres.url(name);
      },
      stop: async () => {
        await admin.end();
        await postgres.stop();
      },
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!process.env['CI'])
      console.warn(`Tests run only on the embedded store, without PostgreSQL: ${reason}`);
    return { reason, fresh: async () => Promise.reject(error), stop: async () => {} };
  }
}

/** If PostgreSQL does not work, prints the reason on one line and ends the run before its first test. */
async function requirePostgres(template: Promise<PostgresTemplate>): Promise<void> {
  const { reason } = await template;
  if (reason === undefined) return;
  console.error(`The tests need PostgreSQL, which does not start: ${reason.trim().replaceAll(/\s+/g, ' ')}`);
  process.exit(1);
}

function lazily<Value>(make: () => Promise<Value>) {
  let value: Promise<Value> | undefined;
  return {
    get: () => {
      value ??= make();
      return value;
    },
    /** Returns the value if it has been created, and undefined otherwise. */
    made: async () => value,
  };
}
