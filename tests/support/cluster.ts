/**
 * Starts a PostgreSQL cluster with automatic failover: Debian's Patroni and etcd, on the loopback interface and in private
 * folders.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { findPostgres, killPostmaster, signalAll } from './postgres.ts';
import {
  findProgram,
  listening,
  type Service,
  type ServiceFolder,
  serviceFolder,
  startService,
} from './services.ts';

/** Returns the Debian packages that must still be installed on this machine before it can run a cluster. */
export function missingForCluster(): readonly string[] {
  const needed: readonly (readonly [found: unknown, name: string])[] = [
    [findProgram('etcd'), 'etcd-server'],
    [findProgram('patroni'), 'patroni'],
    [findPostgres(), 'postgresql'],
  ];
  return needed.filter(([found]) => found === undefined).map(([, name]) => name);
}

interface Member {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly folder: ServiceFolder;
  readonly data: string;
  patroni: Service | undefined;
}

/**
 * How the leader fails. `killed`: its processes are killed. `hung`: its processes are frozen with their connections open, as when
 * a machine hangs.
 */
export type Loss = 'killed' | 'hung';

export interface Cluster {
  readonly ports: readonly number[];
  /** Resolves to the port of the member that accepts writes, or to undefined if no member does. */
  leader(): Promise<number | undefined>;
  /** Kills or freezes PostgreSQL and Patroni of the leader at the same time. Resolves to the leader's port. */
  loseLeader(how: Loss): Promise<number>;
  /**
   * Restarts the lost member, or resumes it if it hangs. Resolves once all members replicate from the leader again, at least one
   * of them synchronously.
   */
  rejoin(port: number): Promise<void>;
  /** Returns the latest output of Patroni on each member, which can explain why a member did not recover. */
  output(): string;
  stop(): Promise<void>;
}

const scope = 'card';

/**
 * Starts a cluster with this many members. One member is the leader. Another is the leader's synchronous standby, which receives
 * every commit before the commit is acknowledged.
 */
export async function startCluster(size: number): Promise<Cluster> {
  const etcdFolder = await serviceFolder('etcd');
  const [clientPort, peerPort] = [await freePort(), await freePort()];
  const etcd = await startService(
    findProgram('etcd') ?? '',
    [
      ...['--data-dir', join(etcdFolder.path, 'data'), '--name', 'etcd'],
      ...['--listen-client-urls', `http://127.0.0.1:${clientPort}`],
      ...['--advertise-client-urls', `http://127.0.0.1:${clientPort}`],
      ...['--listen-peer-urls', `http://127.0.0.1:${peerPort}`],
      ...['--initial-advertise-peer-urls', `http://127.0.0.1:${peerPort}`],
      ...['--initial-cluster', `etcd=http://127.0.0.1:${peerPort}`],
      // Patroni uses etcd's v2 API: the v3 API is not safe with Patroni 3.0.2 of Debian 12 (`docs/decisions/failover.md`).
      '--enable-v2=true',
    ],
    { cwd: etcdFolder.path },
  );
  await listening(clientPort, etcd);

  const members: Member[] = [];
  for (let index = 1; index <= size; index += 1) {
    const folder = await serviceFolder(`db${index}`);
    members.push({
      name: `db${index}`,
      port: await freePort(),
      restPort: await freePort(),
      folder,
      data: join(folder.path, 'data'),
      patroni: undefined,
    });
  }

  async function start(member: Member): Promise<void> {
    const config = await member.folder.write('patroni.yml', settingsOf(member, clientPort));
    member.patroni = await startService(findProgram('patroni') ?? '', [config], { cwd: member.folder.path });
  }

  const isWritable = async ({ port }: Member): Promise<boolean> => {
    const rows = await ask(port, 'select not pg_is_in_recovery() as yes');
    return rows?.[0]?.['yes'] === true;
  };

  /** Returns the first member that says that it accepts writes. Does not wait for a member that hangs. */
  async function leading(): Promise<Member | undefined> {
    const saying = members.map(async (member) => {
      if (!(await isWritable(member))) throw new Error('This member does not lead.');
      return member;
    });
    return Promise.any(saying).catch(() => undefined);
  }

  /** Waits until all other members stream from the leader, at least one of them synchronously. */
  async function complete(): Promise<void> {
    await until(async () => {
      const leader = await leading();
      const rows =
        leader &&
        (await ask(leader.port, "select sync_state from pg_stat_replication where state = 'streaming'"));
      return rows?.length === size - 1 && rows.some(({ sync_state: state }) => state === 'sync');
    });
  }

  const hung = new Set<Member>();
  async function wake(member: Member): Promise<void> {
    hung.delete(member);
    await signalAll(member.data, 'SIGCONT');
    if (member.patroni) process.kill(member.patroni.pid, 'SIGCONT');
    // Waits until Patroni has made the member a standby. Until then, `complete` could take the member for the leader.
    await until(async () => !(await isWritable(member)));
  }

  // Also kills PostgreSQL when this process exits. PostgreSQL would outlive Patroni, which starts it in a separate session.
  const onExit = () => {
    for (const { data } of members) killPostmaster(data);
  };
  process.on('exit', onExit);

  const stop = async () => {
    for (const member of hung) await wake(member);
    for (const { patroni } of members) await patroni?.stop('SIGTERM');
    process.off('exit', onExit);
    await etcd.stop();
    for (const { folder } of members) await folder.remove();
    await etcdFolder.remove();
  };

  try {
    for (const member of members) {
      await start(member);
      // Waits until the first member has created the database, because the other members copy the database.
      if (member === members[0]) await until(async () => (await leading()) === member);
    }
    await complete();
  } catch (error) {
    for (const { patroni } of members) console.error(patroni?.output().slice(-3_000));
    await stop();
    throw error;
  }

  return {
    ports: members.map(({ port }) => port),
    leader: async () => (await leading())?.port,
    loseLeader: async (how) => {
      const leader = await leading();
      if (leader?.patroni === undefined) throw new Error('The cluster has no leader.');
      if (how === 'hung') {
        process.kill(leader.patroni.pid, 'SIGSTOP');
        await signalAll(leader.data, 'SIGSTOP');
        hung.add(leader);
        return leader.port;
      }
      const postmaster = Number.parseInt(await readFile(join(leader.data, 'postmaster.pid'), 'utf8'), 10);
      process.kill(leader.patroni.pid, 'SIGKILL');
      process.kill(postmaster, 'SIGKILL');
      await leader.patroni.stop('SIGKILL');
      return leader.port;
    },
    rejoin: async (port) => {
      const member = members.find((one) => one.port === port);
      if (member && hung.has(member)) await wake(member);
      else if (member) await start(member);
      await complete();
    },
    output: () =>
      members.map(({ name, patroni }) => `${name}: ${patroni?.output().slice(-3_000)}`).join('\n'),
    stop,
  };
}

/** Waits up to two minutes until a condition holds. Throws if the condition does not hold by then. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 120_000; performance.now() < end; await pause(100))
    if (await holds()) return;
  throw new Error('The cluster did not become complete within two minutes.');
}

/** Returns the rows of a query, or undefined if the member does not answer within a second. */
async function ask(port: number, text: string): Promise<Record<string, unknown>[] | undefined> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    database: 'postgres',
    connectionTimeoutMillis: 1_000,
    query_timeout: 1_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Returns Patroni's configuration. Its `ttl` and `retry_timeout` are the shortest that Patroni allows. After the leader dies, its
 * lock still lasts up to 20 s.
 */
function settingsOf({ name, port, restPort, folder, data }: Member, etcdPort: number): string {
  return JSON.stringify({
    scope,
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 3,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, { auth: 'trust' }],
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 trust',
        'host replication all 127.0.0.1/32 trust',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: findPostgres(),
      pgpass: join(folder.path, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: 'postgres' },
        replication: { username: 'replicator', password: 'replicator' },
        rewind: { username: 'rewinder', password: 'rewinder' },
      },
      parameters: { unix_socket_directories: folder.path },
    },
    watchdog: { mode: 'off' },
  });
}
