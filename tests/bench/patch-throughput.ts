/**
 * S1: changes of an application per second, through the server over HTTP, compared with the bare driver: it sends the
 * server's own statements, in the same transactions, to the same PostgreSQL, with as many at once.
 */
import pg from 'pg';
import { pino } from 'pino';
import { readSettings } from '../../server/config/settings.ts';
import { startServer } from '../../server/start/start-server.ts';
import { apiClient } from '../support/api-client.ts';
import type { Figure } from '../support/figures.ts';
import { httpClient } from '../support/http-client.ts';
import { install } from '../support/installation.ts';
import { create } from '../support/sample-application.ts';
import { type Bench, median } from './bench.ts';
import { rawCalls } from './raw-calls.ts';

const atOnce = 16;
const secondsEach = 5;
const rounds = 5;
const leastRatio = 0.6;

/** A statement as it was passed to the driver. */
interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export const patchThroughput: Bench = {
  name: 'S1',
  about: 'PATCH of an application over the bare driver doing the same transaction',
  run: async () => {
    const installation = await install('PostgreSQL');
    try {
      const { server, databaseUrl = '' } = installation;
      await server.start();
      const applicants = await Promise.all(
        Array.from({ length: atOnce }, async () => {
          const client = httpClient(server.origin);
          await client.start();
          const { id } = await create(client);
          const call = await rawCalls(client);
          return () => patch((json) => call('PATCH', `/application/${id}`, json));
        }),
      );
      const transactions = await statementsOfPatches(databaseUrl, installation.folder);
      const pool = new pg.Pool({ connectionString: databaseUrl, max: atOnce });
      const [ours, bare]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        bare.push(await perSecond(transactions.map((statements) => () => replay(pool, statements))));
        ours.push(await perSecond(applicants));
      }
      await pool.end();
      const ratio = median(ours) / median(bare);
      return [
        figure('changes a second by the bare driver', median(bare)),
        figure('changes a second by the server', median(ours)),
        { what: 'ratio', value: ratio.toFixed(2), demand: `≥ ${leastRatio}`, met: ratio >= leastRatio },
      ];
    } finally {
      await installation.remove();
    }
  },
};

function figure(what: string, value: number): Figure {
  return { what, value: value.toFixed(0), demand: '', met: true };
}

let employees = 0;

/** One change; throws if it is refused. */
async function patch(send: (json: unknown) => Promise<number>): Promise<void> {
  employees += 1;
  const status = await send({ applicationData: { employeeCount: (employees % 900_000) + 1 } });
  if (status !== 200) throw new Error(`answered ${status}`);
}

/** The statements that the server sends for one change of each application. */
async function statementsOfPatches(databaseUrl: string, dataDir: string): Promise<Statement[][]> {
  const read = readSettings({
    DATABASE_URL: databaseUrl,
    // The folder with the keys of this store.
    DATA_DIR: `${dataDir}/data`,
    LIMITS_FACTOR: '1000',
  });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const { app, stop } = await startServer(read.settings, pino({ level: 'silent' }));
  const transactions: Statement[][] = [];
  for (let count = 0; count < atOnce; count += 1) {
    const client = apiClient(app);
    await client.start();
    const { id } = await create(client);
    const send = async (json: unknown) => (await client.send('PATCH', `/application/${id}`, { json })).status;
    await patch(send);
    transactions.push(await listen(() => patch(send)));
  }
  await stop();
  return transactions;
}

/** The statements passed to the driver during some work. */
async function listen(work: () => Promise<void>): Promise<Statement[]> {
  const observed: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function listening(this: pg.Client, ...sent: unknown[]) {
    const [statement, values] = sent as [string | { text: string; values?: unknown[] }, unknown];
    observed.push(
      typeof statement === 'string'
        ? { text: statement, values: Array.isArray(values) ? values : [] }
        : { text: statement.text, values: statement.values ?? (Array.isArray(values) ? values : []) },
    );
    return Reflect.apply(query, this, sent);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return observed;
}

let sequence = 1_000_000;

/** The same statements, but with new numbers for audit events, which must be unique. */
async function replay(pool: pg.Pool, statements: readonly Statement[]): Promise<void> {
  sequence += 1;
  const client = await pool.connect();
  try {
    for (const { text, values } of statements) {
      const isEvent = text.includes('insert into "audit_event"');
      await client.query(text, isEvent ? values.with(1, sequence) : [...values]);
    }
  } finally {
    client.release();
  }
}

/** How many times per second the works are done, each starting again when it ends. */
async function perSecond(works: readonly (() => Promise<void>)[]): Promise<number> {
  const from = performance.now();
  const until = from + secondsEach * 1000;
  let done = 0;
  await Promise.all(
    works.map(async (work) => {
      while (performance.now() < until) {
        await work();
        done += 1;
      }
    }),
  );
  return (done * 1000) / (performance.now() - from);
}
