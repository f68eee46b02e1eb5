/**
 * `npm run query-plans` makes the product send each of its statements on a store that `npm run fill` has filled. PostgreSQL logs
 * the plan of each statement, and the script writes the plans into `docs/reports/query-plans.md`. Exits with 1 if a statement
 * reads all of a large table, or if a query of `server/db/queries/` was not called. Purges due applications from the store. Needs
 * FILLED_DATABASE_URL, whose role must be a superuser, FILLED_DATA_DIR, and FILLED_LOG, the path of PostgreSQL's log file.
 */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startS3Server } from '../../../tests/support/s3-server.ts';
import { markdownTable } from '../bench.ts';
import { everyStatement } from './every-statement.ts';
import { type IndexFacts, nodesOf, type PlanNode, reachesOf } from './reach.ts';

interface Explained {
  readonly 'Query Text': string;
  readonly Plan: PlanNode;
}

/** If a table has more rows than this, no statement may read the whole table. */
const large = 2_000;

const { FILLED_DATABASE_URL: url, FILLED_DATA_DIR: dataDir, FILLED_LOG: log } = process.env;
if (!url || !dataDir || !log) {
  console.error('FILLED_DATABASE_URL=… FILLED_DATA_DIR=… FILLED_LOG=… npm run query-plans');
  process.exit(64);
}

const explaining = new URL(url);
const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
};
explaining.searchParams.set(
  'options',
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
);

const before = (await stat(log)).size;
const applications = await countOf(url);
const folder = await mkdtemp(join(tmpdir(), 'bucket-'));
const bucket = await startS3Server(folder);
const unasked = await everyStatement({ databaseUrl: explaining.href, dataDir, bucket });
await bucket.stop();
await rm(folder, { recursive: true });
const indexes = await indexesOf(url);
// Waits, because PostgreSQL writes its log with a delay.
await pause(1_000);

const text = (await readFile(log)).subarray(before).toString('utf8');
const explained = [...text.matchAll(/ plan:\n((?:\t.*\n)+)/g)].flatMap(([, plan = '']): Explained[] => [
  JSON.parse(plan.replaceAll('\n\t', '\n')) as Explained,
]);
if (explained.length === 0) throw new Error('The log contains no explained statement.');

// Leaves out the benchmark's own statements, which are marked with a comment.
const ofTheProduct = explained.filter((one) => !one['Query Text'].includes('/* bench */'));
const byStatement = Map.groupBy(ofTheProduct, (one) => shortened(one['Query Text']));
const found = [...byStatement].map(([statement, runs]) => {
  const worst = runs.reduce((one, other) => (blocksOf(other.Plan) > blocksOf(one.Plan) ? other : one));
  const nodes = runs.flatMap(({ Plan }) => nodesOf(Plan));
  return {
    statement,
    runs: runs.length,
    accesses: [...new Set(nodes.flatMap(accessOf))].sort(),
    reaches: reachesOf(nodes, indexes),
    rows: worst.Plan['Actual Rows'],
    blocks: blocksOf(worst.Plan),
    scans: nodes.filter((node) => node['Node Type'] === 'Seq Scan' && readBy(node) > large),
  };
});
const scanning = found.filter(({ scans }) => scans.length > 0);
const rows = found
  .toSorted((one, other) => (one.statement < other.statement ? -1 : 1))
  .map(({ statement, runs, accesses, reaches, rows, blocks, scans }) => [
    `\`${statement.replaceAll('|', '\\|')}\``,
    String(runs),
    accesses.join(', ') + (scans.length > 0 ? ' **whole table**' : ''),
    reaches.join(', '),
    String(rows),
    String(blocks),
  ]);
await writeFile(
  'docs/reports/query-plans.md',
  `# Query plans

This page shows how PostgreSQL ran each statement of the product. It is for anyone who changes a query or plans for more load.
\`npm run query-plans\` wrote this page on a store with ${applications.toLocaleString('en-US')} applications. It has every query of \`server/db/queries/\`,
from applicants, operators and the server itself. The columns “rows” and “blocks” (8 kB each) describe the run that read the most
blocks. The column “read by” lists the indexes and the scanned tables of all runs of the statement. A full scan of a small
table is fine.

The column “reaches” says which parts of a partitioned store a statement would read
([consequences](../scale.md#statement-by-statement)):

- “one applicant”: the rows of one application or session, or of a list of them
- “one row”, “one hash”, “one reference number”: one row, found by its id, by a hash or by a reference number
- “all, by” a column: all parts, in the order of this column
- “all”: all parts, in no order
- “small table”: a table that is not partitioned

${markdownTable(['statement', 'runs', 'read by', 'reaches', 'rows', 'blocks'], rows)}
`,
);
console.log(`${found.length} statements, ${ofTheProduct.length} runs, ${applications} applications`);
for (const { statement } of scanning) console.error(`reads a whole table: ${statement}`);
for (const name of unasked) console.error(`never called: ${name}`);
process.exitCode = scanning.length + unasked.length > 0 ? 1 : 0;

async function countOf(databaseUrl: string): Promise<number> {
  const [row] = await rowsOf<{ count: string }>(databaseUrl, 'select count(*) as count from application');
  return Number(row?.count);
}

async function indexesOf(databaseUrl: string): Promise<ReadonlyMap<string, IndexFacts>> {
  const found = await rowsOf<IndexFacts & { name: string }>(
    databaseUrl,
    `select indexname as name, tablename as table, substring(indexdef from 'USING btree \\(+"?(\\w+)') as first
     from pg_indexes where schemaname = current_schema()`,
  );
  return new Map(found.map(({ name, ...facts }) => [name, facts]));
}

/** Returns the rows of a statement. Uses a separate connection for which PostgreSQL logs no plans. */
async function rowsOf<Row extends object>(databaseUrl: string, statement: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

function accessOf(node: PlanNode): string[] {
  if (node['Index Name'] !== undefined) return [node['Index Name']];
  return node['Node Type'] === 'Seq Scan' ? [`all of ${node['Relation Name']}`] : [];
}

/**
 * Returns the number of rows that a plan node reads per run. Does not add up the runs, because a node may read a small table many
 * times.
 */
function readBy(node: PlanNode): number {
  return node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
}

function blocksOf(plan: PlanNode): number {
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

/** Returns a statement with its lists of columns and values shortened. */
function shortened(statement: string): string {
  const line = statement.replaceAll(/\s+/g, ' ').replaceAll('"', '').trim();
  const columns = line.replaceAll(
    /\((\$\d+|default)(, (\$\d+|default))*\)(, \((\$\d+|default)(, (\$\d+|default))*\))*/g,
    '(…)',
  );
  const selected = columns.replaceAll(/\bselect (?!from).*? from\b/g, 'select … from');
  return selected.length > 200 ? `${selected.slice(0, 200)}…` : selected;
}
