/** Makes one mistake in a scratch tree and runs the tests that cover it, until one fails. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { batchesOf, type CoveringTest } from './coverage.ts';
import { type Mutant, mutated } from './operators.ts';
import { root, type ScratchTree, type TestOutcome } from './scratch-tree.ts';

/** The result of a mutant. `uncovered` ones count as survivors; `unbuilt` ones do not compile. */
export interface Result {
  readonly verdict: 'found' | 'survived' | 'uncovered' | 'unbuilt';
  /** The test file that found it, or the other way in which it was found. */
  readonly by?: string;
  /** Number of test files that ran, of the number that cover it. */
  readonly ran: number;
  readonly of: number;
  readonly millis: number;
}

/** A run may take this many times as long as the map says, plus these milliseconds for builds, start-up and a busy machine. */
const slack = { times: 5, millis: 120_000 };

/** Milliseconds of tests, by the map, after which a mutant counts as a survivor. */
export const mostMillis = 300_000;

/** Returns the first tests whose total time stays below the limit. */
function within(tests: readonly CoveringTest[], most: number): readonly CoveringTest[] {
  let sum = 0;
  return tests.filter(({ millis }) => {
    sum += millis;
    return sum <= most;
  });
}

const wordsOf = { passed: 'passed', failed: 'failed', late: 'did not end', ended: 'broke off' } as const;

/** Tests shorter than this, in milliseconds, have no timeout that a busy machine could make them miss. */
const quick = 1_000;

/** A mutant in a scratch tree, which can be applied and undone. */
interface Mistake {
  readonly tree: ScratchTree;
  readonly make: () => void;
  readonly undo: () => void;
}

function runTests(tree: ScratchTree, tests: readonly CoveringTest[]): Promise<TestOutcome> {
  const expected = tests.reduce((sum, { millis }) => sum + millis, 0);
  return tree.run({
    project: tests[0]?.project ?? 'unit',
    files: tests.map(({ file }) => file),
    limitMillis: slack.millis + slack.times * expected,
    workers: 1,
  });
}

/** Resolves to whether files that failed pass without the mistake, and fail again with it. */
async function isConfirmed({ tree, make, undo }: Mistake, tests: readonly CoveringTest[]): Promise<boolean> {
  if (tests.every(({ millis }) => millis < quick)) return true;
  undo();
  const without = await runTests(tree, tests);
  make();
  return without.end === 'passed' && (await runTests(tree, tests)).end !== 'passed';
}

/** Returns what found a mistake among tests of one project; undefined if they pass, or also fail without it. */
async function findingAmong(mistake: Mistake, tests: readonly CoveringTest[]): Promise<string | undefined> {
  const { end, files } = await runTests(mistake.tree, tests);
  if (end === 'passed') return undefined;
  const blamed = tests.filter(({ file }) => files.some((result) => result.file === file && result.failed));
  const suspects = blamed.length > 0 ? blamed : tests;
  if (await isConfirmed(mistake, suspects)) return blamed[0]?.file ?? `a run that ${wordsOf[end]}`;
  const others = tests.filter((test) => !suspects.includes(test));
  return others.length > 0 ? findingAmong(mistake, others) : undefined;
}

async function tested(mistake: Mistake, covering: readonly CoveringTest[]): Promise<Omit<Result, 'millis'>> {
  const of = covering.length;
  if (of === 0) return { verdict: 'uncovered', ran: 0, of };
  let ran = 0;
  for (const batch of batchesOf(within(covering, mostMillis))) {
    ran += batch.length;
    const by = await findingAmong(mistake, batch);
    if (by !== undefined) return { verdict: 'found', by, ran, of };
  }
  return { verdict: 'survived', ran, of };
}

/** Tries a mutant, and leaves the tree as it was before. */
export async function tryMutant(
  tree: ScratchTree,
  mutant: Mutant,
  covering: readonly CoveringTest[],
): Promise<Result> {
  const began = performance.now();
  const path = join(tree.folder, mutant.file);
  const source = readFileSync(join(root, mutant.file), 'utf8');
  const mistake: Mistake = {
    tree,
    make: () => writeFileSync(path, mutated(source, mutant)),
    undo: () => writeFileSync(path, source),
  };
  mistake.make();
  try {
    const room = mutant.file.split('/')[0] ?? '';
    const result = (await tree.hasTypes(room))
      ? await tested(mistake, covering)
      : ({ verdict: 'unbuilt', ran: 0, of: covering.length } as const);
    return { ...result, millis: Math.round(performance.now() - began) };
  } finally {
    mistake.undo();
  }
}
