/** Puts a server together from its settings, and takes it apart again; `main.ts` and the tests start it the same way. */
import type { FastifyBaseLogger } from 'fastify';
import type { Api } from './api-types.ts';
import { buildApp } from './app.ts';
import { sweepSessions } from './applications/sweep-sessions.ts';
import { startDocumentChecker } from './documents/document-checker.ts';
import { openInstallationKey } from './installation.ts';
import { loadPrograms } from './programs.ts';
import { openKeyRing } from './security/key-ring.ts';
import type { Services } from './services.ts';
import type { Settings } from './settings.ts';
import type { Database } from './store/database.ts';
import { openDatabase } from './store/database.ts';
import { upsertProgramRows } from './store/program-rows.ts';

/** How often the sweeper looks for sessions that nobody ended; D28 asks for five minutes. */
const sweepMillis = 60_000;

/** Why a server does not start, for the operator: one line per problem. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

export interface RunningServer {
  readonly app: Api;
  readonly services: Services;
  /** Says "not ready", waits for what is running, closes everything. */
  readonly stop: () => Promise<void>;
}

export interface StartOptions {
  readonly now?: () => Date;
  /** An open store to use instead of the one that the settings name. */
  readonly database?: Database;
  /** Serves every GET that is neither API nor asset. */
  readonly page?: (app: Api, services: Services) => Promise<void>;
}

/** Starts everything but listening. Throws StartProblem with all that is wrong with the installation. */
export async function startServer(
  settings: Settings,
  log: FastifyBaseLogger,
  options: StartOptions = {},
): Promise<RunningServer> {
  const now = options.now ?? (() => new Date());
  const loaded = await loadPrograms(settings.programsDir);
  if (!loaded.ok) throw new StartProblem(loaded.problems);
  const keyRing = await openKeyRing({
    keys: settings.encryptionKeys,
    keysFile: settings.encryptionKeysFile,
    dataDir: settings.dataDir,
    production: settings.nodeEnv === 'production',
  });
  const { databaseUrl, dataDir } = settings;
  const database = options.database ?? (await openDatabase({ databaseUrl, dataDir, log }));
  const documentChecker = startDocumentChecker();
  const services: Services = {
    settings,
    programs: loaded.programs,
    database,
    keyRing,
    hashKey: await openInstallationKey(database.db, keyRing),
    programRows: await upsertProgramRows(database.db, loaded.programs, now()),
    documentChecker,
    now,
    wakeOutbox: () => undefined,
  };
  let draining = false;
  const app = await buildApp(services, log, {
    isDraining: () => draining,
    ...(options.page && { page: (api: Api) => options.page?.(api, services) ?? Promise.resolve() }),
  });
  const sweeper = setInterval(() => {
    sweepSessions(services).catch((error: unknown) => log.error(error, 'sweep failed'));
  }, sweepMillis);
  sweeper.unref();
  return {
    app,
    services,
    stop: async () => {
      draining = true;
      clearInterval(sweeper);
      await app.close();
      await documentChecker.close();
      await database.close();
    },
  };
}
