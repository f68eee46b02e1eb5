/**
 * A server for tests with its own store. By default, it has no page and listens on no port. The rest works as in production.
 */
import type { DestinationStream } from 'pino';
import { pino } from 'pino';
import type { Settings } from '../../server/config/settings.ts';
import { readSettings } from '../../server/config/settings.ts';
import { after, databaseMoment } from '../../server/db/clock.ts';
import type { Api } from '../../server/http/api-types.ts';
import { loggerOptions } from '../../server/observability/logging.ts';
import type { Services } from '../../server/services.ts';
import type { RunningServer } from '../../server/start/start-server.ts';
import { startServer } from '../../server/start/start-server.ts';
import type { BrowserTab } from './api-client.ts';
import { apiClient } from './api-client.ts';
import type { TestDatabase, TestStore } from './database.ts';
import { openTestDatabase } from './database.ts';
import { putDemoKey } from './demo-key.ts';
import { heavyWork } from './heavy-work.ts';
import type { KeptServer } from './kept-servers.ts';
import { keepServer, keptServer, takeServer } from './kept-servers.ts';
import { give, outlivingFile, takeBack } from './left-behind.ts';

export interface TestServer extends RunningServer {
  readonly database: TestDatabase;
  /** The time that the server sees as the time of its database: the real time plus the milliseconds passed to `advance`. */
  readonly clock: { now: () => Date; advance: (millis: number) => void };
  /** Returns a client that acts as a browser with one tab and no session, and calls the server by this host name. */
  readonly client: (host?: string) => BrowserTab;
}

export interface TestServerOptions {
  readonly store?: TestStore;
  /** An open database that belongs to another server and is shared with it. The other server closes the database. */
  readonly database?: TestDatabase;
  readonly env?: Readonly<Record<string, string>>;
  /** Registers the routes outside the API. By default there are none. */
  readonly page?: (app: Api, services: Services) => Promise<void>;
  /** The destination of the log. By default, nothing is logged. */
  readonly log?: DestinationStream;
  readonly stopMillis?: number;
  /** False for a test that changes data that the server writes when it starts. No other test then gets the server. */
  readonly isShared?: false;
  /**
   * Whether to start an agreement printer and a document checker for this server alone, for tests that disturb their processes.
   */
  readonly ownHeavyWork?: boolean;
}

/** Returns the settings of a test server for a data folder and additional environment variables. */
export function testSettings(dataDir: string, env: Readonly<Record<string, string>> = {}): Settings {
  const read = readSettings({ NODE_ENV: 'test', DATA_DIR: dataDir, ...env });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return read.settings;
}

/**
 * Maps each database to a function that excludes the database's first server from reuse. The function is called when another
 * server shares the database.
 */
const lenders = new WeakMap<TestDatabase, () => void>();

/**
 * Returns a key that is equal for two sets of options if their servers are interchangeable. Returns undefined if no other test
 * may get the server.
 */
function kindOf({ store, env = {}, ...rest }: TestServerOptions): string | undefined {
  const { LIMITS_FACTOR, ...others } = env;
  if (Object.keys(rest).length > 0 || Object.keys(others).length > 0) return undefined;
  return `${store?.name ?? 'embedded'} ${LIMITS_FACTOR}`;
}

/**
 * Returns a server, either a new one or one that another test has stopped and left unchanged. The test must call `stop` at its
 * end.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  if (options.database) lenders.get(options.database)?.();
  const kind = kindOf(options);
  if (kind === undefined) return startNewServer(options);
  return lent(
    kind,
    takeServer(kind) ?? (await outlivingFile(async () => keptServer(await startNewServer(options)))),
  );
}

/**
 * Wraps a server for one test. After `stop`, another test can get the server, unless this test has changed or stopped a part of
 * it.
 */
function lent(kind: string, kept: KeptServer): TestServer {
  const { server } = kept;
  let isChanged = false;
  const changing =
    <Arguments extends readonly unknown[], Result>(work: (...args: Arguments) => Result) =>
    (...args: Arguments): Result => {
      isChanged = true;
      return work(...args);
    };
  const database = {
    ...server.database,
    close: changing(server.database.close),
    reopen: changing(server.database.reopen),
  };
  lenders.set(database, () => {
    isChanged = true;
  });
  const stop = async () => {
    if (isChanged || !(await keepServer(kind, kept))) await server.stop();
  };
  let stopping: Promise<void> | undefined;
  const given: TestServer = {
    ...server,
    database,
    clock: { ...server.clock, advance: changing(server.clock.advance) },
    outbox: { ...server.outbox, stop: changing(server.outbox.stop) },
    sweeper: { ...server.sweeper, stop: changing(server.sweeper.stop) },
    listen: changing(server.listen),
    readKeysAgain: changing(server.readKeysAgain),
    retire: changing(server.retire),
    stop: () => {
      takeBack(given);
      stopping ??= stop();
      return stopping;
    },
  };
  give(given, 'a server');
  return given;
}

async function startNewServer(options: TestServerOptions): Promise<TestServer> {
  const { store, env, log, stopMillis, page } = options;
  const database =
    options.database ??
    (await (store?.open ?? openTestDatabase)(options.isShared === false ? { isShared: false } : {}));
  await putDemoKey(database.dataDir);
  let ahead = 0;
  const clock = {
    now: () => new Date(Date.now() + ahead),
    advance: (millis: number) => {
      ahead += millis;
    },
  };
  const logger = log ? pino(loggerOptions('trace'), log) : pino({ level: 'silent' });
  const running = await startServer(testSettings(database.dataDir, env), logger, {
    ...(stopMillis !== undefined && { stopMillis }),
    ...(!options.ownHeavyWork && { heavyWork }),
    database: {
      ...database,
      moment: () => after(databaseMoment(), ahead),
      ...(options.database && { close: async () => {} }),
    },
    ...(page && { page }),
  });
  return {
    ...running,
    database,
    clock,
    client: (host) => apiClient(running.app, host === undefined ? {} : { host }),
  };
}
