/**
 * `npm run mutants` draws a random sample of mistakes in the folders that `mutatedFolders` of `coverage-map.ts` lists. A seed
 * makes the sample repeatable. The script makes one mistake at a time in a copy of the repository, and runs the test files that
 * cover it. Prints the mistakes that no test finds, and exits with 1 if there are too many. Needs Linux.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { coverageOf } from './coverage.ts';
import { hashOfSources, hashOfTests, makeMap, mutatedFiles, readMap } from './coverage-map.ts';
import { changedLines, readEquivalent, whyEquivalent } from './equivalent.ts';
import { keptResults } from './kept-results.ts';
import { type Mutant, mutantsOf, nameOf } from './operators.ts';
import { candidates, shuffled, slotsOf } from './sample.ts';
import { root, type ScratchTree, scratchTree } from './scratch-tree.ts';
import { type Result, tryMutant } from './try-mutant.ts';

const help = `npm run mutants -- [options]

  --map [name…]         runs all test files, or those whose path contains a name, to record which code each of them runs,
                        and exits. Without a map, the first run records all test files
  --seed 1 --count 200  the random sample: its seed and its number of mutants
  --part 1/4            tries only this part of the sample
  --only name           tries only mutants whose name begins with this: form/rules/date.ts, form/rules/date.ts:12
  --projects unit,browser,long
                        runs only test files of these projects
  --least 92            minimum percentage of mutants that tests must find
  --lanes 2             number of mutants to try at the same time
  --equivalent file     the list of mutants that behave exactly like the source
  --cache folder        the folder for the map and the results
  --again               tries mutants again that already have a result
  --list                prints the sample and exits`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    map: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200' },
    part: { type: 'string', default: '1/1' },
    only: { type: 'string' },
    projects: { type: 'string', default: 'unit,browser,long' },
    least: { type: 'string', default: '92' },
    lanes: { type: 'string', default: '2' },
    equivalent: { type: 'string', default: join(import.meta.dirname, 'equivalent.json') },
    cache: { type: 'string', default: join(root, 'node_modules/.cache/mutants') },
    again: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
if (values.map) {
  await makeMap(values.cache, positionals);
  process.exit(0);
}

const sourceOf = (file: string) => readFileSync(join(root, file), 'utf8');
const all = mutatedFiles().flatMap((file) => mutantsOf(file, sourceOf(file)));
const { only } = values;
const chosen = only === undefined ? all : all.filter((mutant) => nameOf(mutant).startsWith(only));
const drawn = shuffled(chosen, Number(values.seed));
const count = Math.min(Number(values.count), drawn.length);
const slots = slotsOf(values.part, count);
if (values.list) {
  for (const slot of slots) if (drawn[slot]) console.log(nameOf(drawn[slot]));
  process.exit(0);
}

const projects = values.projects.split(',');
if (readMap(values.cache) === undefined) await makeMap(values.cache, []);
const map = readMap(values.cache, projects);
if (map === undefined) throw new Error('No test file covers the sources.');
if (map.lacks > 0)
  console.error(`${map.lacks} test files are not in the map, so they find no mutants. --map records them.`);
const coverage = coverageOf(map);
const equivalent = readEquivalent(values.equivalent);
const { tests } = map;
const kept = keptResults(values.cache, hashOfSources(), hashOfTests(map));

const seconds = (millis: number) => `${Math.round(millis / 1_000)} s`;
const describe = ({ verdict, by, ran, of, millis }: Result) =>
  `${verdict}${by === undefined ? '' : ` by ${by}`}, ${ran} of ${of} files, ${seconds(millis)}`;

/** A mutant of the sample with its result. */
interface Tried {
  readonly mutant: Mutant;
  readonly result: Result | 'equivalent';
}

async function resultOf(mutant: Mutant, tree: ScratchTree): Promise<Result> {
  const before = values.again ? undefined : kept.of(nameOf(mutant));
  if (before) return before;
  const result = await tryMutant(tree, mutant, coverage.testsOf(mutant));
  kept.keep(nameOf(mutant), result);
  return result;
}

/**
 * Tries the mutants of a slot until one compiles or is known to be equivalent, and returns that mutant with its result. Returns
 * undefined if there is no such mutant.
 */
async function trySlot(slot: number, tree: ScratchTree): Promise<Tried | undefined> {
  for (const mutant of candidates(drawn, slot, count)) {
    if (whyEquivalent(equivalent, sourceOf(mutant.file), mutant) !== undefined)
      return { mutant, result: 'equivalent' };
    const result = await resultOf(mutant, tree);
    if (result.verdict === 'unbuilt') continue;
    console.error(`${nameOf(mutant)}: ${describe(result)}`);
    return { mutant, result };
  }
  return undefined;
}

const waiting = [...slots];
const tried: Tried[] = [];

/** Throws if the fastest unit test file fails in an unchanged tree, because every mutant would then count as found. */
async function checkUntouched(tree: ScratchTree): Promise<void> {
  const [test] = tests.filter(({ project }) => project === 'unit').sort((a, b) => a.millis - b.millis);
  if (test === undefined) return;
  const run = { project: test.project, files: [test.file], limitMillis: 600_000, workers: 1 };
  const { end, output } = await tree.run(run);
  if (end !== 'passed') throw new Error(`${test.file} does not pass in a copy of the tree: ${output}`);
}

/** Calls `trySlot` for one slot of the sample after another until no slot is left. Several such loops run concurrently. */
async function runSlots(): Promise<void> {
  const tree = scratchTree();
  await checkUntouched(tree);
  for (let slot = waiting.shift(); slot !== undefined; slot = waiting.shift()) {
    const one = await trySlot(slot, tree);
    if (one) tried.push(one);
  }
  tree.remove();
}

await Promise.all(Array.from({ length: Math.min(Number(values.lanes), slots.length) }, runSlots));

const verdictOf = ({ result }: Tried) => (result === 'equivalent' ? result : result.verdict);
const survivors = tried
  .filter((each) => /^(survived|uncovered)$/.test(verdictOf(each)))
  .sort((a, b) => nameOf(a.mutant).localeCompare(nameOf(b.mutant)));
for (const { mutant, result } of survivors) {
  const { was, becomes } = changedLines(sourceOf(mutant.file), mutant);
  console.log(
    `${nameOf(mutant)}: ${result === 'equivalent' ? result : describe(result)}\n- ${was}\n+ ${becomes}\n`,
  );
}
const found = tried.filter((each) => verdictOf(each) === 'found').length;
const counted = found + survivors.length;
const percent = counted === 0 ? 100 : (100 * found) / counted;
const millis = tried.map(({ result }) => (result === 'equivalent' ? 0 : result.millis));
const each = millis.reduce((sum, one) => sum + one, 0) / Math.max(1, counted);
console.log(
  `Seed ${values.seed}, part ${values.part}: ${found} of ${counted} mistakes found, ${percent.toFixed(1)} % (at least ${values.least} %); ` +
    `${tried.length - counted} equivalent; ${seconds(each)} each.`,
);
process.exit(percent >= Number(values.least) ? 0 : 1);
