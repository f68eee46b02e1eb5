/**
 * S4: compares the throughput of two nodes with the throughput of one. Each node has the same small CPU quota, and all nodes use
 * the same PostgreSQL, which flushes its log before it acknowledges a commit.
 *
 * One node and two nodes are measured alternately on the same store. Nodes that are not being measured are frozen, so that they
 * do no background work. With two nodes, successive calls of a session alternate between the nodes. Nodes warm up without a
 * quota, because Node.js compiles code during the warm-up.
 *
 * FILLED_DATABASE_URL, whose role must be a superuser, and FILLED_DATA_DIR select a store that `npm run fill` has filled. Without
 * them, the store is empty.
 */
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { countOnly, type Figure, mustBeZero } from '../../../tests/support/figures.ts';
import { httpClient, type ObservedCall } from '../../../tests/support/http-client.ts';
import { type Installation, type ServerProcess, statusOf } from '../../../tests/support/installation.ts';
import { apply } from '../apply.ts';
import { asMillis, asRatio, type Bench, inTurn, markdownTable, median, percentile } from '../bench.ts';
import { countIn, installOn, namedStore } from '../stored/filled-store.ts';
import { type WatchedDatabase, watchDatabase } from '../watched-database.ts';
import { type CpuGroup, cpuGroup, NoQuota } from './cpu-quota.ts';

/** CPU quota of each node in cores. It is so small that two cores suffice for two nodes, the database and the applicants. */
const coresEach = 0.25;
const leastRatio = 1.7;
/**
 * Minimum share of quota periods in which each node must reach its quota. If the share is lower, something other than the quota
 * limits the node.
 */
const leastHeld = 0.8;
/** Number of applicants that call without pauses: more than enough to keep two nodes busy. */
const atOnce = 64;
/**
 * Durations in seconds: a node's warm-up, then the beginning of a round, which is not counted, and then the counted part of the
 * round. Nodes warm up because the first ten thousand calls of a node cost more than later ones.
 */
const [warmUpSeconds, settleSeconds, countedSeconds] = [20, 4, 20];

/** One of the two setups that the benchmark compares: one node, or two nodes. */
interface Side {
  readonly nodes: readonly ServerProcess[];
  readonly groups: readonly CpuGroup[];
}

/** The measurements of one candidate in a round. */
interface Round {
  readonly callsASecond: number;
  readonly applicationsASecond: number;
  /** 95th percentile of the response times, in milliseconds. */
  readonly p95: number;
  /** The share of a node's quota periods in which the node reached its quota. With two nodes, the lower of the two shares. */
  readonly held: number;
  /** Share of the machine's total CPU time that was in use. */
  readonly busy: number;
}

export const twoNodes: Bench = {
  name: 'S4',
  about: `throughput of one and of two nodes on one PostgreSQL, with ${coresEach} of a core per node; each call of a session goes to another node`,
  taken: (rounds) => `${rounds} rounds of ${countedSeconds} s in turn, ${atOnce} applicants at the same time`,
  run: async ({ rounds, report }) => {
    const groups: CpuGroup[] = [];
    const failures: string[] = [];
    const installation = await installOn(namedStore('FILLED'));
    const { databaseUrl } = installation.address;
    const database = await watchDatabase(databaseUrl);
    try {
      const sides: Side[] = [];
      for (const count of [1, 2]) {
        const side = await begin(count, installation, groups);
        sides.push(side);
        await load(side, database, { settle: 0, counted: warmUpSeconds * count }, failures);
        signal(side, 'SIGSTOP');
      }
      for (const group of groups) group.limit(coresEach);
      const measure = async (side: Side) => {
        signal(side, 'SIGCONT');
        await ready(side);
        const round = await load(
          side,
          database,
          { settle: settleSeconds, counted: countedSeconds },
          failures,
        );
        signal(side, 'SIGSTOP');
        return round;
      };
      const [one, two] = await inTurn(rounds, sides, measure);
      for (const failure of failures.slice(0, 5)) console.error(failure);
      const measured = [one?.values ?? [], two?.values ?? []];
      report(tableOf(measured));
      return [
        countOnly('stored applications', await countIn(databaseUrl)),
        ratioOf(measured),
        heldOf(measured),
        mustBeZero('failed calls', failures.length),
      ];
    } catch (error) {
      if (error instanceof NoQuota)
        return [{ ...ratioFigure, value: `not measured: ${error.message}`, met: false }];
      throw error;
    } finally {
      await database.close();
      for (const group of groups) group.remove();
      await installation.remove();
    }
  },
};

/** Starts this many nodes, each in its own control group. Adds the groups to `all`, so that the caller can remove them. */
async function begin(count: number, installation: Installation, all: CpuGroup[]): Promise<Side> {
  const nodes: ServerProcess[] = [];
  const groups: CpuGroup[] = [];
  while (nodes.length < count) {
    const node = await installation.addNode();
    await node.start();
    const group = cpuGroup(node.pid() ?? 0);
    nodes.push(node);
    groups.push(group);
    all.push(group);
  }
  return { nodes, groups };
}

/**
 * Waits until all nodes of a candidate are ready. A node that was frozen may be unready at first, because it missed a deadline.
 */
async function ready({ nodes }: Side): Promise<void> {
  for (const { origin } of nodes) while ((await statusOf(`${origin}/health/ready`)) !== 200) await pause(100);
}

/** Freezes or resumes the nodes of a candidate. */
function signal({ nodes }: Side, name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const node of nodes) process.kill(node.pid() ?? 0, name);
}

/**
 * Lets applicants apply for `settle` and then `counted` seconds, and returns the measurements of the `counted` seconds. At the
 * end, waits until the outbox has no unsent jobs.
 */
async function load(
  { nodes, groups }: Side,
  database: WatchedDatabase,
  { settle, counted }: { readonly settle: number; readonly counted: number },
  failures: string[],
): Promise<Round> {
  const calls: ObservedCall[] = [];
  const submits: number[] = [];
  const from = performance.now() + settle * 1_000;
  const until = from + counted * 1_000;
  let begun = 0;
  const applying = async (_: unknown, at: number) => {
    // Staggers the applicants, so that they do not all make the same call at once.
    await pause((at / atOnce) * settle * 1_000);
    while (performance.now() < until) {
      begun += 1;
      try {
        await apply(
          moving(nodes, begun, (call) => calls.push(call)),
          false,
        );
        submits.push(performance.now());
      } catch (error) {
        failures.push(String(error));
      }
    }
  };
  const applicants = Promise.all(Array.from({ length: atOnce }, applying));
  await pause(settle * 1_000);
  const [periodsBefore, timesBefore] = [groups.map(({ periods }) => periods()), machineTimes()];
  await pause(counted * 1_000);
  const [periodsAfter, timesAfter] = [groups.map(({ periods }) => periods()), machineTimes()];
  await applicants;
  await database.sent();
  const within = (moment: number) => moment >= from && moment < until;
  const millis = calls.filter(({ ended }) => within(ended)).map(({ begun, ended }) => ended - begun);
  return {
    callsASecond: millis.length / counted,
    applicationsASecond: submits.filter(within).length / counted,
    p95: percentile(millis, 0.95),
    held: Math.min(
      ...periodsAfter.map(({ all, held }, at) => {
        const before = periodsBefore[at] ?? { all: 0, held: 0 };
        return (held - before.held) / Math.max(1, all - before.all);
      }),
    ),
    busy: (timesAfter.busy - timesBefore.busy) / (timesAfter.all - timesBefore.all),
  };
}

/** Returns a client that sends its calls to the nodes in turn. */
function moving(
  nodes: readonly ServerProcess[],
  first: number,
  observe: (call: ObservedCall) => void,
): ApiClient {
  const cookies = new Map<string, string>();
  const tabs = nodes.map(({ origin }) => httpClient(origin, observe, cookies));
  let turn = first;
  const next = () => {
    turn += 1;
    return tabs[turn % tabs.length] as ApiClient;
  };
  const [some] = tabs as [ApiClient];
  return {
    ...some,
    get webSessionId() {
      return some.webSessionId;
    },
    send: (method, path, call) => next().send(method, path, call),
    start: async (path) => {
      const answer = await next().start(path);
      for (const tab of tabs) tab.goOn(answer.webSessionId);
      return answer;
    },
  };
}

/** Returns the busy CPU time and the total CPU time of all cores since the machine started. */
function machineTimes(): { readonly busy: number; readonly all: number } {
  const times = cpus().map(({ times }) => times);
  const all = times.reduce(
    (sum, one) => sum + Object.values(one).reduce((some, value) => some + value, 0),
    0,
  );
  return { all, busy: all - times.reduce((sum, { idle }) => sum + idle, 0) };
}

/** Returns a Markdown table of the medians of all rounds. */
function tableOf([one = [], two = []]: readonly (readonly Round[])[]): string {
  const of = (rounds: readonly Round[], value: (round: Round) => number) => median(rounds.map(value));
  const rows: readonly (readonly [string, (round: Round) => number, (value: number) => string])[] = [
    ['calls per second', ({ callsASecond }) => callsASecond, (value) => value.toFixed(0)],
    [
      'applications per second',
      ({ applicationsASecond }) => applicationsASecond,
      (value) => value.toFixed(1),
    ],
    ['95% of calls take at most', ({ p95 }) => p95, asMillis],
    ['share of quota periods in which a node was at its quota', ({ held }) => held, asPart],
    ['share of the machine’s processor time in use', ({ busy }) => busy, asPart],
  ];
  return markdownTable(
    ['', 'one node', 'two nodes', 'ratio'],
    rows.map(([what, value, show]) => [
      what,
      show(of(one, value)),
      show(of(two, value)),
      asRatio(of(two, value) / of(one, value)),
    ]),
  );
}

const ratioFigure = {
  what: 'calls per second of two nodes divided by one node',
  demand: `≥ ${leastRatio}`,
} as const;

function ratioOf([one = [], two = []]: readonly (readonly Round[])[]): Figure {
  const of = (rounds: readonly Round[]) => median(rounds.map(({ callsASecond }) => callsASecond));
  const ratio = of(two) / of(one);
  return { ...ratioFigure, value: asRatio(ratio), met: ratio >= leastRatio };
}

function heldOf(sides: readonly (readonly Round[])[]): Figure {
  const held = Math.min(...sides.map((rounds) => median(rounds.map((round) => round.held))));
  return {
    what: 'share of quota periods in which a node was at its quota',
    value: asPart(held),
    demand: `≥ ${asPart(leastHeld)}`,
    met: held >= leastHeld,
  };
}

function asPart(value: number): string {
  return `${(value * 100).toFixed(0)} %`;
}
