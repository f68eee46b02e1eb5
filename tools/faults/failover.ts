/**
 * F15: PostgreSQL runs under Patroni with synchronous replication and serves two nodes. HAProxy, with its configuration from
 * `deploy/`, is in front of the nodes. Under load, the leader is killed repeatedly and hangs once. It is also killed once while
 * the nodes connect through a PgBouncer on each database host.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { openDatabase } from '../../server/db/database.ts';
import { type Balancer, hasBalancer, startBalancer } from '../../tests/support/balancer.ts';
import { type Cluster, type Loss, missingForCluster, startCluster } from '../../tests/support/cluster.ts';
import { countOnly, type Figure, mustBeZero, notTried, times } from '../../tests/support/figures.ts';
import type { ObservedCall } from '../../tests/support/http-client.ts';
import { type Installation, type ServerProcess, statusOf } from '../../tests/support/installation.ts';
import { findProgram, type Pooler, startPooler } from '../../tests/support/services.ts';
import { hasOpenssl, trustedCertificate } from '../../tests/support/test-certificate.ts';
import { answerTimes } from './answers.ts';
import { type Crowd, during, newCrowd } from './crowd.ts';
import type { Fault } from './fault.ts';

const members = 3;
const crowdSize = 8;
const mostKills = 10;
const backWithinMillis = 5_000;

/** Number of connections of each PgBouncer to its PostgreSQL. */
const pooled = 10;

/** The variants of the fault: how the leader fails, and whether there is a PgBouncer between the nodes and PostgreSQL. */
const variants: readonly {
  readonly variant: string;
  readonly how: Loss;
  readonly losses: number;
  readonly isPooled?: true;
}[] = [
  { variant: 'killed', how: 'killed', losses: mostKills },
  { variant: 'hung', how: 'hung', losses: 1 },
  { variant: 'PgBouncer', how: 'killed', losses: 1, isPooled: true },
];

export const failovers: readonly Fault[] = variants.map(({ variant, how, losses, isPooled }) => ({
  name: 'F15',
  variant,
  about: `the leader of a PostgreSQL cluster ${how} under load${isPooled ? ' behind PgBouncer' : ''}, with two nodes behind a load balancer`,
  stores: ['PostgreSQL'],
  run: async (installation, { kills }) => {
    const missing = [
      ...missingForCluster(),
      ...(hasBalancer('haproxy') ? [] : ['haproxy']),
      ...(isPooled && !findProgram('pgbouncer') ? ['pgbouncer'] : []),
      ...(hasOpenssl ? [] : ['openssl']),
    ];
    if (missing.length > 0) return [notTried(missing)];
    const cluster = await startCluster(members);
    const poolers: Pooler[] = [];
    try {
      for (const port of isPooled ? cluster.ports : [])
        poolers.push(await startPooler(findProgram('pgbouncer') ?? '', { port, connections: pooled }));
      const throughPoolers = {
        DATABASE_URL: urlOf(poolers.map(({ port }) => port)),
        MIGRATE_DATABASE_URL: urlOf(cluster.ports),
        PREPARED_STATEMENTS: 'off',
      };
      const env = isPooled ? throughPoolers : { DATABASE_URL: urlOf(cluster.ports) };
      return await runFailovers(installation, cluster, { how, losses: Math.min(kills, losses), env });
    } catch (error) {
      console.error(cluster.output());
      throw error;
    } finally {
      for (const pooler of poolers) await pooler.stop();
      await cluster.stop();
    }
  },
}));

const urlOf = (ports: readonly number[]) =>
  `postgresql://postgres@${ports.map((port) => `127.0.0.1:${port}`).join()}/postgres?target_session_attrs=read-write`;

/** Options of a failover run: how and how often the leader fails, and additional environment variables for the nodes. */
interface FailoverSetup {
  readonly how: Loss;
  readonly losses: number;
  readonly env: Readonly<Record<string, string>>;
}

async function runFailovers(
  installation: Installation,
  cluster: Cluster,
  { how, losses, env }: FailoverSetup,
): Promise<Figure[]> {
  const nodes: ServerProcess[] = [];
  for (let count = 0; count < 2; count += 1)
    nodes.push(await installation.addNode({ ...env, TRUSTED_PROXIES: '127.0.0.1' }));
  let balancer: Balancer | undefined;
  try {
    for (const node of nodes) await node.start();
    const [one, two] = nodes.map(({ origin }) => Number(new URL(origin).port)) as [number, number];
    balancer = await startBalancer('haproxy', [one, two], trustedCertificate());
    const calls: ObservedCall[] = [];
    const before = {
      server: { origin: `https://127.0.0.1:${balancer.port}` },
      openStore: () =>
        openDatabase({ databaseUrl: urlOf(cluster.ports), dataDir: '', log: pino({ level: 'silent' }) }),
    };
    const crowd = newCrowd(before, crowdSize, (call) => calls.push(call));
    const [elections, backs]: [number[], number[]] = [[], []];
    const waited: ObservedCall[] = [];
    let [unanswered, withoutWait] = [0, 0];
    for (let loss = 0; loss < losses; loss += 1) {
      calls.length = 0;
      const { election, back } = await loseLeader(nodes, cluster, how, crowd, calls);
      elections.push(election);
      backs.push(back);
      const failed = calls.filter(({ status }) => status === 503);
      waited.push(...failed);
      withoutWait += failed.filter(({ retryAfter }) => !retryAfter).length;
      unanswered += calls.filter(({ status }) => status === undefined).length;
      await crowd.look();
    }
    for (const node of nodes) {
      await node.stop();
    }
    return [
      countOnly(how === 'killed' ? 'kills of the leader' : 'leaders that hung', losses),
      times('time until Patroni promotes a new leader', elections),
      times('time until the service is available after the promotion', backs, backWithinMillis),
      countOnly('calls with a 503 during the failover', waited.length),
      ...answerTimes('response time of such a call', waited, 0),
      mustBeZero('503 responses without Retry-After', withoutWait),
      mustBeZero('calls without a response', unanswered),
      ...(await crowd.figures()),
    ];
  } finally {
    await balancer?.stop();
  }
}

/**
 * Makes the leader fail under load. Returns the milliseconds until Patroni promoted the next leader, and the milliseconds from
 * then until both nodes were ready and a write succeeded.
 */
async function loseLeader(
  nodes: readonly ServerProcess[],
  cluster: Cluster,
  how: Loss,
  crowd: Crowd,
  calls: readonly ObservedCall[],
): Promise<{ readonly election: number; readonly back: number }> {
  let [election, back] = [0, 0];
  await during(crowd, async () => {
    await pause(2_000);
    const port = await cluster.loseLeader(how);
    const from = performance.now();
    while ((await cluster.leader()) === undefined) await pause(20);
    const promoted = performance.now();
    election = promoted - from;
    back = (await serviceRestored(nodes, calls, promoted)) - promoted;
    // Waits until another member has led for some time. A hung leader then resumes, and believes for a moment that it still
    // leads.
    await pause(3_000);
    await cluster.rejoin(port);
  });
  return { election, back };
}

/** Waits until both nodes are ready and a write that began after `from` was acknowledged. Returns the time at that moment. */
async function serviceRestored(
  nodes: readonly ServerProcess[],
  calls: readonly ObservedCall[],
  from: number,
): Promise<number> {
  for (;;) {
    const statuses = await Promise.all(nodes.map(({ origin }) => statusOf(`${origin}/health/ready`)));
    const written = calls.some(
      ({ method, begun, status = 0 }) => method !== 'GET' && begun > from && status >= 200 && status <= 299,
    );
    if (written && statuses.every((status) => status === 200)) return performance.now();
    await pause(20);
  }
}
