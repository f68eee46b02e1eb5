/**
 * `npm run query-plans`: has PostgreSQL explain each statement as it runs, of whole journeys, the operator's commands, a
 * sweep, a purge and a verification, on a store that `npm run fill` has filled, and writes what it did into
 * `docs/query-plans.md`. Exits with 1 where a statement reads a whole large table. FILLED_DATABASE_URL, whose role is a
 * superuser, FILLED_DATA_DIR and the server's log file FILLED_LOG name the store.
 */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { purgeApplications } from '../../../server/applications/purge-applications.ts';
import { keptHeads } from '../../../server/db/queries/audit-events.ts';
import { verifyTrails } from '../../../server/evidence/verify-audit-trail.ts';
import { markdownTable } from '../bench.ts';
import { eachRound, journey } from './exercise.ts';
import { startFilled } from './filled-store.ts';

/** A node of a plan, as EXPLAIN writes it. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

interface Explained {
  readonly 'Query Text': string;
  readonly Plan: PlanNode;
}

/** Rows of a table above which it must not be read whole. */
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
const filled = await startFilled(0, { databaseUrl: explaining.href, dataDir });
const { store, applications } = filled;
try {
  for (let count = 0; count < 8; count += 1) {
    await journey(filled, () => {});
    await eachRound(filled, () => {});
  }
  let heads = 0;
  for await (const _ of keptHeads(store.database.db)) {
    heads += 1;
    if (heads === 3_000) break;
  }
  let verified = 0;
  for await (const _ of verifyTrails(store, { isTimeOver: () => verified >= 400 })) verified += 1;
  await purgeApplications({ ...store, operator: 'bench' }, { dryRun: true });
} finally {
  await filled.end();
}
// The server writes its log a little later.
await pause(1_000);

const text = (await readFile(log)).subarray(before).toString('utf8');
const explained = [...text.matchAll(/ plan:\n((?:\t.*\n)+)/g)].flatMap(([, plan = '']): Explained[] => [
  JSON.parse(plan.replaceAll('\n\t', '\n')) as Explained,
]);
if (explained.length === 0) throw new Error('PostgreSQL has explained nothing in this log.');

const byStatement = Map.groupBy(explained, (one) => shortened(one['Query Text']));
const found = [...byStatement].map(([statement, runs]) => {
  const worst = runs.reduce((one, other) => (blocksOf(other.Plan) > blocksOf(one.Plan) ? other : one));
  const nodes = runs.flatMap(({ Plan }) => nodesOf(Plan));
  return {
    statement,
    runs: runs.length,
    accesses: [...new Set(nodes.flatMap(accessOf))].sort(),
    rows: worst.Plan['Actual Rows'],
    blocks: blocksOf(worst.Plan),
    scans: nodes.filter((node) => node['Node Type'] === 'Seq Scan' && readBy(node) > large),
  };
});
const scanning = found.filter(({ scans }) => scans.length > 0);
const rows = found
  .toSorted((one, other) => (one.statement < other.statement ? -1 : 1))
  .map(({ statement, runs, accesses, rows, blocks, scans }) => [
    `\`${statement.replaceAll('|', '\\|')}\``,
    String(runs),
    accesses.join(', ') + (scans.length > 0 ? ' **whole table**' : ''),
    String(rows),
    String(blocks),
  ]);
await writeFile(
  'docs/query-plans.md',
  `# Query plans

How PostgreSQL ran each statement of whole journeys, lists of the operator, a sweep, a scrape of the metrics, a verification and
the search of a purge, with ${applications.toLocaleString('en-US')} applications stored, written by \`npm run query-plans\`. Of each statement the run that read the
most blocks of 8 kB counts; indexes are those of all its runs. A table of a few rows is read whole, rightly.

${markdownTable(['statement', 'runs', 'read by', 'rows', 'blocks'], rows)}
`,
);
console.log(`${found.length} statements, ${explained.length} runs, ${applications} applications`);
for (const { statement } of scanning) console.error(`reads a whole table: ${statement}`);
process.exitCode = scanning.length > 0 ? 1 : 0;

function nodesOf(plan: PlanNode): readonly PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

function accessOf(node: PlanNode): string[] {
  if (node['Index Name'] !== undefined) return [node['Index Name']];
  return node['Node Type'] === 'Seq Scan' ? [`all of ${node['Relation Name']}`] : [];
}

function readBy(node: PlanNode): number {
  return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
}

function blocksOf(plan: PlanNode): number {
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

/** A statement without its list of columns and values: what it is about, and by what. */
function shortened(statement: string): string {
  const line = statement.replaceAll(/\s+/g, ' ').replaceAll('"', '').trim();
  const columns = line.replaceAll(
    /\((\$\d+|default)(, (\$\d+|default))*\)(, \((\$\d+|default)(, (\$\d+|default))*\))*/g,
    '(…)',
  );
  const selected = columns.replaceAll(/\bselect (?!from).*? from\b/g, 'select … from');
  return selected.length > 200 ? `${selected.slice(0, 200)}…` : selected;
}
