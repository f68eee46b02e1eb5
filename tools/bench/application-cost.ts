/**
 * Measures the average cost of an application: its calls, its transactions, the CPU time of the node and of the database, and the
 * bytes of write-ahead log.
 */
import { mustBeZero } from '../../tests/support/figures.ts';
import { httpClient } from '../../tests/support/http-client.ts';
import { type Installation, install } from '../../tests/support/installation.ts';
import { apply } from './apply.ts';
import { asBytes, type Bench, markdownTable } from './bench.ts';
import { processorSeconds } from './processor-time.ts';
import { type WatchedDatabase, watchDatabase } from './watched-database.ts';

/** Variants of the sample application (an LLC with one co-owner) that differ in cost. */
const kinds = [
  { what: 'without a document', withDocument: false, applications: 600 },
  { what: 'with a small PDF, redrawn', withDocument: true, applications: 200 },
] as const;
type Kind = (typeof kinds)[number];

const atOnce = 16;
const warmUp = { ...kinds[0], applications: 200 };

/** The cost of several applications, or the average cost of one. */
interface Cost {
  readonly calls: number;
  readonly transactions: number;
  readonly writes: number;
  readonly nodeSeconds: number;
  readonly databaseSeconds: number;
  readonly logBytes: number;
}

export const applicationCost: Bench = {
  name: 'cost',
  about: 'cost of one application for a node and for the database',
  taken: () =>
    `${kinds.map(({ applications, what }) => `${applications} applications ${what}`).join(', ')}, ${atOnce} at the same time`,
  run: async ({ report }) => {
    const installation = await install('PostgreSQL');
    const failures: string[] = [];
    try {
      const { server, databaseUrl = '' } = installation;
      const database = await watchDatabase(databaseUrl);
      await server.start();
      await costOf(warmUp, installation, database, failures);
      const costs: Cost[] = [];
      for (const kind of kinds) costs.push(await costOf(kind, installation, database, failures));
      await database.close();
      report(tableOf(costs));
    } finally {
      await installation.remove();
    }
    for (const failure of failures.slice(0, 5)) console.error(failure);
    return [mustBeZero('failed applications', failures.length)];
  },
};

/**
 * Returns the average cost of one application. The cost includes background work that the node and the database do during the
 * measurement.
 */
async function costOf(
  { applications, withDocument }: Kind | typeof warmUp,
  { server }: Installation,
  database: WatchedDatabase,
  failures: string[],
): Promise<Cost> {
  let calls = 0;
  const seconds = () => [server.pid() ?? 0, database.postmaster].map(processorSeconds);
  const countsBefore = await database.counts();
  await database.checkpoint();
  const [nodeBefore = 0, databaseBefore = 0] = seconds();
  let left = applications;
  const applying = async () => {
    while (left > 0) {
      left -= 1;
      const client = httpClient(server.origin, () => {
        calls += 1;
      });
      await apply(client, withDocument).catch((error) => failures.push(String(error)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, applying));
  await database.sent();
  const [nodeAfter = 0, databaseAfter = 0] = seconds();
  const countsAfter = await database.counts();
  return {
    calls: calls / applications,
    transactions: (countsAfter.transactions - countsBefore.transactions) / applications,
    writes: (countsAfter.writes - countsBefore.writes) / applications,
    nodeSeconds: (nodeAfter - nodeBefore) / applications,
    databaseSeconds: (databaseAfter - databaseBefore) / applications,
    logBytes: (countsAfter.logBytes - countsBefore.logBytes) / applications,
  };
}

function tableOf(costs: readonly Cost[]): string {
  const millis = (seconds: number) => `${(seconds * 1000).toFixed(0)} ms`;
  const rows: readonly (readonly [what: string, show: (cost: Cost) => string])[] = [
    ['calls', ({ calls }) => calls.toFixed(0)],
    ['transactions, including the outbox', ({ transactions }) => transactions.toFixed(0)],
    ['transactions that write', ({ writes }) => writes.toFixed(0)],
    [
      'processor time of a node, with PDFs, email, delivery and checkers',
      ({ nodeSeconds }) => millis(nodeSeconds),
    ],
    ['processor time of PostgreSQL', ({ databaseSeconds }) => millis(databaseSeconds)],
    ['write-ahead log after a checkpoint, in bytes', ({ logBytes }) => asBytes(Math.round(logBytes))],
  ];
  return markdownTable(
    ['per application', ...kinds.map(({ what }) => what)],
    rows.map(([what, show]) => [what, ...costs.map(show)]),
  );
}
