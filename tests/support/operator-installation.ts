/** Creates an installation for tests: a store, a server that can be stopped, and operator commands that run as real processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { RunningServer } from '../../server/start/start-server.ts';
import { startServer } from '../../server/start/start-server.ts';
import type { ApiClient } from './api-client.ts';
import { apiClient } from './api-client.ts';
import type { TestStore } from './database.ts';
import { freshDataDir } from './database.ts';
import { testSettings } from './test-server.ts';

/** Exit code and output of an operator process. */
export interface OperatorRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Returns the parsed output of a call with `--json`, cast to the test's type without validation. */
  readonly json: <T>() => T;
}

const sources = fileURLToPath(new URL('../../server/operator/main.ts', import.meta.url));

/** The operator's main file in the build of the current folder. */
export const builtOperator = resolve('dist/server/operator/main.js');

/**
 * Options for an operator process. By default, the operator process runs the main file of the sources, in the same working folder
 * and as the same user as this process.
 */
interface ProcessOptions {
  readonly main?: string;
  readonly cwd?: string;
  readonly uid?: number;
}

/** Runs an operator command as a process with these environment variables, and waits until it ends. */
export async function runOperator(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  process: ProcessOptions = {},
): Promise<OperatorRun> {
  return runAfter('', env, args, process);
}

/** Runs an operator command. If `before` is not empty, first runs it as a shell script, in the same shell as the command. */
async function runAfter(
  before: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  { main = sources, cwd, uid }: ProcessOptions = {},
): Promise<OperatorRun> {
  const { PATH = '' } = process.env;
  const programs = fileURLToPath(new URL('../../programs', import.meta.url));
  const called = [process.execPath, main, ...args];
  const [file = '', ...rest] = before === '' ? called : ['sh', '-c', `${before}exec "$0" "$@"`, ...called];
  const child = spawn(file, rest, {
    env: { PATH, NODE_ENV: 'test', PROGRAMS_DIR: programs, ...env },
    ...(cwd !== undefined && { cwd }),
    ...(uid !== undefined && { uid, gid: uid }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { exitCode: child.exitCode, stdout, stderr, json: () => JSON.parse(stdout) };
}

export interface TestInstallation {
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  readonly server: RunningServer;
  readonly client: (host: string) => ApiClient;
  /** Stops the server without removing the store. */
  readonly stop: () => Promise<void>;
  readonly operator: (...args: string[]) => Promise<OperatorRun>;
  /** Runs a shell script, and then an operator command in the same shell. The script must end with `; ` or `&& `. */
  readonly operatorAfter: (script: string, ...args: string[]) => Promise<OperatorRun>;
}

/** Creates a store of this kind and starts a server on it. The server stops when the test ends. */
export async function startInstallation(
  store: TestStore,
  options: { readonly env?: Readonly<Record<string, string>>; readonly log?: FastifyBaseLogger } = {},
): Promise<TestInstallation> {
  const { dataDir, databaseUrl } = await storeFor(store);
  const env = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
  const { log = pino({ level: 'silent' }) } = options;
  const server = await startServer(testSettings(dataDir, { ...env, ...options.env }), log);
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= server.stop();
    return stopping;
  };
  onTestFinished(stop);
  return {
    env,
    dataDir,
    server,
    client: (host) => apiClient(server.app, { host }),
    stop,
    operator: (...args) => runOperator(env, args),
    operatorAfter: (script, ...args) => runAfter(script, env, args),
  };
}

async function storeFor(store: TestStore): Promise<{ dataDir: string; databaseUrl?: string | undefined }> {
  if (store.name === 'embedded') return { dataDir: await freshDataDir() };
  const database = await store.open();
  onTestFinished(database.close);
  return database;
}
