/** Starts system programs as private processes. Tests and fault scripts run them in front of or behind a node. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { unprivilegedUser } from './postgres.ts';

const { PATH = '' } = process.env;

/**
 * Returns the path of a program, even if its folder is only on root's PATH. Returns undefined if the program is not installed.
 */
export function findProgram(name: string): string | undefined {
  return [...PATH.split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}

/** A running program. */
export interface Service {
  readonly pid: number;
  readonly hasEnded: () => boolean;
  /** Sends a signal and waits until the program ends. The default, SIGTERM, lets the program clean up. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
  /** Returns the latest output of the program, which can explain why it did not start. */
  readonly output: () => string;
}

/**
 * Starts a program that stays in the foreground, as user `nobody` if this process is root. The program and all processes in its
 * process group end when this process ends.
 */
export async function startService(
  file: string,
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Service> {
  const child = spawn(file, args, {
    cwd,
    env: { PATH, LC_ALL: 'C', HOME: cwd, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Gives the program its own process group, so that all its processes can be ended together.
    detached: true,
    ...(await unprivilegedUser()),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output = `${output}${text}`.slice(-20_000);
    });
  const ended = once(child, 'exit');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const onExit = () => {
    if (child.pid !== undefined && !hasEnded()) process.kill(-child.pid, 'SIGKILL');
  };
  process.on('exit', onExit);
  await once(child, 'spawn');
  return {
    pid: child.pid ?? 0,
    hasEnded,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await ended;
      process.off('exit', onExit);
    },
    output: () => output,
  };
}

/** A folder that only the program's user may read. */
export interface ServiceFolder {
  readonly path: string;
  /** Writes a file into the folder, and resolves to its path. */
  readonly write: (name: string, text: string) => Promise<string>;
  readonly remove: () => Promise<void>;
}

export async function serviceFolder(name: string): Promise<ServiceFolder> {
  const path = await mkdtemp(join(tmpdir(), `${name}-`));
  const user = await unprivilegedUser();
  const give = async (file: string) => user && chown(file, user.uid, user.gid);
  await give(path);
  return {
    path,
    write: async (file, text) => {
      const written = join(path, file);
      await writeFile(written, text, { mode: 0o600 });
      await give(written);
      return written;
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

/** Resolves once a program listens on a port of 127.0.0.1. Rejects if the program has ended. */
export async function listening(port: number, service: Service): Promise<void> {
  for (;;) {
    if (service.hasEnded()) throw new Error(`The service has ended: ${service.output()}`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await pause(20);
  }
}

/** A running PgBouncer. */
export interface Pooler {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/**
 * Starts PgBouncer in transaction mode in front of the PostgreSQL on a port of 127.0.0.1. PgBouncer accepts every client without
 * a password, and logs in to PostgreSQL with the client's user name.
 */
export async function startPooler(
  program: string,
  {
    port: databasePort,
    connections,
    more = '',
  }: { readonly port: number; readonly connections: number; readonly more?: string },
): Promise<Pooler> {
  const folder = await serviceFolder('pooler');
  const port = await freePort();
  const users = await folder.write('users', '"postgres" ""\n');
  const config = await folder.write(
    'pgbouncer.ini',
    `[databases]
* = host=127.0.0.1 port=${databasePort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 500
server_login_retry = 1
${more}
`,
  );
  const service = await startService(program, [config], { cwd: folder.path });
  await listening(port, service);
  return {
    port,
    stop: async () => {
      await service.stop('SIGINT');
      await folder.remove();
    },
  };
}
