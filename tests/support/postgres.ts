/**
 * Starts a private PostgreSQL for tests and fault scripts: a separate cluster in a temporary folder, never the system's cluster.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, readlinkSync } from 'node:fs';
import { appendFile, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import type { TestCertificate } from './test-certificate.ts';

const run = promisify(execFile);

export type TestPostgres = {
  /** Returns the URL of a database in the cluster. The database `postgres` always exists. */
  url(database: string): string;
  /** Returns the URL of a database in the cluster over TLS. Works only if the cluster was started with a certificate. */
  urlOverTls(database: string): string;
  /** The cluster's port on 127.0.0.1. The cluster listens there only with `certificate` or `tcp`. */
  readonly port: number;
  /** Freezes all processes of the cluster, as if the machine were paused. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Shuts down the cluster cleanly and ends all connections. `goOn` starts it again. */
  halt(): Promise<void>;
  goOn(): Promise<void>;
  /** Stops the cluster immediately and removes its folder. This also happens when this process ends in any way. */
  stop(): Promise<void>;
};

/**
 * Returns the folder that contains `initdb` and `pg_ctl`: the newest version in Debian's folders, otherwise the first version on
 * PATH. Returns undefined if PostgreSQL is not installed.
 */
export function findPostgres(): string | undefined {
  if (process.platform === 'win32') return undefined;
  const byVersion = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => version(b) - version(a));
  const { PATH = '' } = process.env;
  return [...byVersion, ...PATH.split(delimiter)].find((folder) => existsSync(join(folder, 'initdb')));
}

function version(folder: string): number {
  return Number(folder.split('/').at(-2));
}

/**
 * Creates and starts a cluster that listens on a Unix socket in its folder. The cluster does not sync to disk, because tests stop
 * only its processes, not the machine. With a certificate, it also listens on a loopback port, for TLS connections only. With
 * `tcp`, it listens there without TLS.
 *
 * @throws If PostgreSQL is not installed on this machine or does not start.
 */
export async function startTestPostgres({
  certificate,
  tcp = certificate !== undefined,
}: {
  readonly certificate?: TestCertificate;
  readonly tcp?: boolean;
} = {}): Promise<TestPostgres> {
  const bin = findPostgres();
  if (bin === undefined) throw new Error('No PostgreSQL found on this machine');
  const folder = await mkdtemp(join(tmpdir(), 'test-postgres-'));
  const user = await unprivilegedUser();
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const options = { cwd: folder, env: { ...process.env, LC_ALL: 'C' }, ...user };
  const data = join(folder, 'data');
  const pgCtl = join(bin, 'pg_ctl');

  const port = tcp ? await freePort() : 5432;

  // A shell script for a separate process. It waits for the end of its input, which comes when this process ends in any way. Then
  // it resumes PostgreSQL in case it is paused, stops it, and removes its folder.
  const cleanUp =
    'cat >/dev/null; kill -CONT $(head -n 1 "$2/postmaster.pid"); "$1" -D "$2" -m immediate stop; rm -rf "$3"';
  const janitor = spawn('sh', ['-c', cleanUp, 'sh', pgCtl, data, folder], {
    ...options,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  janitor.unref();
  const start = async () => {
    await run(pgCtl, ['-D', data, '-w', '-l', join(folder, 'log'), 'start'], options);
  };
  const stop = async () => {
    janitor.ref();
    const ended = once(janitor, 'exit');
    janitor.stdin.end();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };

  try {
    await run(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-instructions'],
      options,
    );
    await appendFile(
      join(data, 'postgresql.conf'),
      `listen_addresses = '${tcp ? '127.0.0.1' : ''}'\nport = ${port}\nunix_socket_directories = '${folder}'\nmax_connections = 200\n` +
        'fsync = off\nsynchronous_commit = off\nfull_page_writes = off\n',
    );
    if (certificate) await listenOverTls(data, certificate, user);
    await start();
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    url: (database) =>
      `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(folder)}&port=${port}`,
    urlOverTls: (database) => `postgresql://postgres@127.0.0.1:${port}/${database}?sslmode=verify-full`,
    port,
    pause: () => signalAll(data, 'SIGSTOP'),
    resume: () => signalAll(data, 'SIGCONT'),
    halt: async () => {
      await run(pgCtl, ['-D', data, '-w', '-m', 'fast', 'stop'], options);
    },
    goOn: start,
    stop,
  };
}

async function listenOverTls(
  data: string,
  { key, cert }: TestCertificate,
  owner: { uid: number; gid: number } | undefined,
): Promise<void> {
  for (const [name, text] of [
    ['server.key', key],
    ['server.crt', cert],
  ] as const) {
    await writeFile(join(data, name), text, { mode: 0o600 });
    if (owner !== undefined) await chown(join(data, name), owner.uid, owner.gid);
  }
  await appendFile(join(data, 'postgresql.conf'), 'ssl = on\n');
  await writeFile(join(data, 'pg_hba.conf'), 'local all all trust\nhostssl all all 127.0.0.1/32 trust\n');
}

/**
 * Sends a signal to the postmaster of a data folder, and then to its child processes. A stopped postmaster cannot start new
 * children in between.
 */
export async function signalAll(data: string, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const postmaster = Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10);
  process.kill(postmaster, signal);
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  for (const line of stdout.trim().split('\n')) {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    if (pid !== undefined && parent === postmaster) signalOne(pid, signal);
  }
}

/** Kills the postmaster of a data folder if it is running. PostgreSQL's other processes then end by themselves. */
export function killPostmaster(data: string): void {
  try {
    const postmaster = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10);
    // Checks the process's folder first. If the postmaster was killed earlier, `postmaster.pid` remains, and another process may
    // have the same id by now.
    if (readlinkSync(`/proc/${postmaster}/cwd`) === data) process.kill(postmaster, 'SIGKILL');
  } catch {
    // The file or the process no longer exists.
  }
}

function signalOne(pid: number, signal: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // Ignores a process that has ended since the list was read.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/**
 * Returns the user and group ids of `nobody` if this process is root, because PostgreSQL and PgBouncer refuse to run as root.
 * Returns undefined otherwise.
 */
export async function unprivilegedUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const uid = await run('id', ['-u', 'nobody']);
  const gid = await run('id', ['-g', 'nobody']);
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}
