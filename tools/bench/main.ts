/**
 * `npm run bench` measures the speeds in the table of figures, one after another. Nothing else should run on the machine. `npm
 * run bench -- S1 S2` measures only S1 and S2. `--rounds 3` runs fewer rounds of the benchmarks that compare pages or nodes.
 * `--write` writes the results into `docs/reports/benchmarks.md`. Prints each figure next to its requirement, and exits with 1 if
 * a requirement is not met.
 */
import { parseArgs } from 'node:util';
import { conclude, type Row } from '../../tests/support/figures.ts';
import { applicationCost } from './application-cost.ts';
import type { Bench } from './bench.ts';
import { circumstances, inBrowser, writeSection } from './benchmarks-page.ts';
import { manyApplicants } from './many-applicants.ts';
import { twoNodes } from './nodes/two-nodes.ts';
import { firstScreen } from './page/first-screen.ts';
import { industrySearch } from './page/industry-search.ts';
import { largestPaint } from './page/largest-paint.ts';
import { nextScreen } from './page/next-screen.ts';
import { wireBytes } from './page/wire-bytes.ts';
import { patchThroughput } from './patch-throughput.ts';
import { start } from './start.ts';
import { costBySize } from './stored/cost-by-size.ts';

const benches: readonly Bench[] = [
  wireBytes,
  largestPaint,
  firstScreen,
  nextScreen,
  industrySearch,
  patchThroughput,
  manyApplicants,
  start,
  twoNodes,
  costBySize,
  applicationCost,
];

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, write: { type: 'boolean', default: false } },
});
const rounds = Number(options.rounds);
const strange = wanted.filter((name) => !benches.some((bench) => bench.name === name));
if (strange.length > 0 || !Number.isInteger(rounds) || rounds < 1) {
  console.error(`There is no ${strange.join(', ') || `${options.rounds} rounds`}. There are:`);
  for (const { name, about } of benches) console.error(`  ${name}  ${about}`);
  process.exit(2);
}

// Calls `process.exit` on a signal, because a signal alone would end this process without ending its child processes.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const rows: Row[] = [];
for (const { name, about, taken = inBrowser, run } of benches.filter(
  (bench) => wanted.length === 0 || wanted.includes(bench.name),
)) {
  console.log(`${name}: ${about}`);
  const tables: string[] = [];
  const figures = await run({ rounds, report: (table) => tables.push(table) });
  rows.push(...figures.map((figure) => ({ name, ...figure })));
  if (tables.length === 0) continue;
  const section = [circumstances(taken(rounds)), ...tables].join('\n\n');
  console.log(`\n${section}\n`);
  if (options.write) writeSection(name, section, figures);
}
conclude(rows);
