/**
 * Creates a separate installation: a store, a data folder, and the real server as a process. Scripts measure this installation or
 * cause faults in it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { buildServer } from '../../scripts/build.ts';
import { type Database, openDatabase } from '../../server/db/database.ts';
import { freePort } from './free-port.ts';
import { startTestPostgres, type TestPostgres } from './postgres.ts';

export const storeNames = ['embedded', 'PostgreSQL'] as const;
export type StoreName = (typeof storeNames)[number];

export interface Installation {
  /** The folder of the installation, in which scripts may write. Its subfolder `data/` is the data folder. */
  readonly folder: string;
  /** The URL of the database, if the store is PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /** The private cluster, if the store is PostgreSQL. */
  readonly postgres: TestPostgres | undefined;
  readonly server: ServerProcess;
  /** Additional environment variables for the next start of the server. */
  readonly env: Record<string, string>;
  /**
   * Adds another server to the installation, with additional environment variables. To run another release, pass the folder of
   * that release's build.
   */
  addNode(env?: Readonly<Record<string, string>>, release?: string): Promise<ServerProcess>;
  /** Opens the store in this process. Allowed only while no server is running. */
  openStore(): Promise<Database>;
  /** Ends all processes and removes the folder. */
  remove(): Promise<void>;
}

export interface ServerProcess {
  readonly origin: string;
  /**
   * Starts the server. Resolves to the milliseconds until a probe succeeded, or to undefined if the server was killed before a
   * probe succeeded.
   */
  start(probe?: 'ready' | 'live'): Promise<number | undefined>;
  /** Returns whether the server was started, has not ended, and has not been sent a signal. */
  isRunning(): boolean;
  /** Returns the id of the process that the latest start created. */
  pid(): number | undefined;
  /** Sends a signal to the process of the latest start. */
  signal(signal: 'SIGKILL' | 'SIGTERM'): void;
  /** Resolves to the exit code once the process has ended, or to null if a signal ended it. */
  ended(): Promise<number | null>;
  /** Sends SIGTERM, and resolves like `ended`. */
  stop(): Promise<number | null>;
}

/** Milliseconds after which a script fails if its server is not ready. */
const startMillis = 120_000;

const databaseName = 'application';

/** `PATH` is the only environment variable that a server inherits from this process. */
const { PATH = '' } = process.env;

/**
 * Returns a server that listens on a loopback port and runs from the build in a release's folder. The server has not been started
 * yet.
 */
function serverProcess(port: number, env: () => NodeJS.ProcessEnv, release = '.'): ServerProcess {
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let exit: Promise<number | null> = Promise.resolve(0);
  const isRunning = () =>
    child !== undefined && !child.killed && child.exitCode === null && child.signalCode === null;
  async function start(probe = 'ready'): Promise<number | undefined> {
    await exit;
    const from = performance.now();
    const started = spawn(process.execPath, ['--disable-sigusr1', 'dist/server/start/main.js'], {
      cwd: release,
      env: env(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child = started;
    exit = once(started, 'exit').then(([code]) => code);
    let complaint = '';
    started.stderr.on('data', (text: Buffer) => {
      complaint += text;
    });
    while (performance.now() - from < startMillis) {
      if (started.signalCode !== null) return undefined;
      if (started.exitCode !== null) throw new Error(`The server did not start: ${complaint}`);
      if ((await statusOf(`${origin}/health/${probe}`)) === 200) return performance.now() - from;
      await pause(10);
    }
    throw new Error(`The server was not ready after ${startMillis} ms: ${complaint}`);
  }

  return {
    origin,
    start,
    isRunning,
    pid: () => child?.pid,
    signal: (signal) => void child?.kill(signal),
    ended: () => exit,
    stop: () => {
      child?.kill('SIGTERM');
      return exit;
    },
  };
}

/** Returns the status of a GET request, or undefined if there was no response within a second. */
export async function statusOf(url: string): Promise<number | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1_000) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return undefined;
  }
}

/**
 * Creates an installation, and builds the server as `npm start` does. Throws if the store is PostgreSQL and PostgreSQL is not
 * installed.
 * @param release The folder of a build; by default the build of these sources.
 */
export async function install(store: StoreName, release?: string): Promise<Installation> {
  buildServer();
  const folder = await mkdtemp(join(tmpdir(), 'installation-'));
  const dataDir = join(folder, 'data');
  const postgres = store === 'PostgreSQL' ? await startTestPostgres() : undefined;
  if (postgres) await createDatabase(postgres);
  const databaseUrl = postgres?.url(databaseName);
  const env: Record<string, string> = {};
  const nodes: ServerProcess[] = [];
  async function addNode(
    more: Readonly<Record<string, string>> = {},
    release?: string,
  ): Promise<ServerProcess> {
    const port = Number(more['PORT'] ?? (await freePort()));
    const envOfNode = () => ({
      PATH,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'silent',
      LIMITS_FACTOR: '100000',
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...env,
      ...more,
    });
    const node = serverProcess(port, envOfNode, release);
    nodes.push(node);
    return node;
  }
  const server = await addNode({}, release);
  const onExit = () => {
    for (const node of nodes) node.signal('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.on('exit', onExit);
  return {
    folder,
    databaseUrl,
    postgres,
    server,
    env,
    addNode,
    openStore: () => openDatabase({ databaseUrl, dataDir, log: pino({ level: 'silent' }) }),
    remove: async () => {
      for (const node of nodes) node.signal('SIGKILL');
      await Promise.all(nodes.map((node) => node.ended()));
      await postgres?.stop();
      await rm(folder, { recursive: true, force: true });
      process.off('exit', onExit);
    },
  };
}

async function createDatabase(postgres: TestPostgres): Promise<void> {
  const admin = new pg.Client({ connectionString: postgres.url('postgres') });
  await admin.connect();
  await admin.query(`create database ${databaseName}`);
  await admin.end();
}
