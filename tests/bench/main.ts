/**
 * `npm run bench`: measures the speeds in the table of figures, one after another, with the machine otherwise idle.
 * `npm run bench -- S1 S2` measures some. Prints each figure beside its demand, and exits with 1 if one is not met.
 */
import { conclude, type Row } from '../support/figures.ts';
import type { Bench } from './bench.ts';
import { manyApplicants } from './many-applicants.ts';
import { industrySearch, nextScreen } from './page.ts';
import { patchThroughput } from './patch-throughput.ts';
import { start } from './start.ts';

const benches: readonly Bench[] = [nextScreen, industrySearch, patchThroughput, manyApplicants, start];

const wanted = process.argv.slice(2);
const strange = wanted.filter((name) => !benches.some((bench) => bench.name === name));
if (strange.length > 0) {
  console.error(`There is no ${strange.join(', ')}. There are:`);
  for (const { name, about } of benches) console.error(`  ${name}  ${about}`);
  process.exit(2);
}

const rows: Row[] = [];
for (const { name, about, run } of benches.filter(
  (bench) => wanted.length === 0 || wanted.includes(bench.name),
)) {
  console.log(`${name}: ${about}`);
  rows.push(...(await run()).map((figure) => ({ name, ...figure })));
}
conclude(rows);
