/** Makes one mistake in a scratch tree, and runs the tests that cover the changed code until one of them fails. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { batchesOf, type CoveringTest } from './coverage.ts';
import { type Mutant, mutated } from './operators.ts';
import { root, type ScratchTree, type TestOutcome } from './scratch-tree.ts';

/** The result of a mutant. `uncovered`: no test executes it, so it counts as a survivor. `unbuilt`: it does not compile. */
export interface Result {
  readonly verdict: 'found' | 'survived' | 'uncovered' | 'unbuilt';
  /** The test file that found the mutant, or a description of the failed run if no single test file is to blame. */
  readonly by?: string;
  /** Number of test files that ran. */
  readonly ran: number;
  /** Number of test files that cover the mutant. */
  readonly of: number;
  readonly millis: number;
}

/** Time limit of a run: `times` the duration in the coverage map, plus `millis` for builds, start-up and a busy machine. */
const slack = { times: 5, millis: 120_000 };

/**
 * Maximum total milliseconds of the tests that run for a mutant. The coverage map contains each test's duration. If none of these
 * tests finds the mutant, the mutant counts as a survivor.
 */
export const mostMillis = 300_000;

/** Returns as many tests from the beginning of a list as fit into this total duration. */
function within(tests: readonly CoveringTest[], most: number): readonly CoveringTest[] {
  let sum = 0;
  return tests.filter(({ millis }) => {
    sum += millis;
    return sum <= most;
  });
}

const wordsOf = { passed: 'passed', failed: 'failed', late: 'did not end', ended: 'broke off' } as const;

/** Duration in milliseconds below which a test file is so short that a busy machine cannot make it time out. */
const quick = 1_000;

/** A mutant in a scratch tree, with functions that make the mistake and undo it. */
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

/**
 * Resolves to whether the mistake causes the failure of test files. Runs the files again: they must pass without the mistake and
 * fail with it. If each file takes less than a second, resolves to true without running them.
 */
async function isConfirmed({ tree, make, undo }: Mistake, tests: readonly CoveringTest[]): Promise<boolean> {
  if (tests.every(({ millis }) => millis < quick)) return true;
  undo();
  const without = await runTests(tree, tests);
  make();
  return without.end === 'passed' && (await runTests(tree, tests)).end !== 'passed';
}

/**
 * Runs the tests of one project. Resolves to the test file that found the mistake, or to a description of the failed run.
 * Resolves to undefined if the tests pass with the mistake, or fail even without it.
 */
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

/** Tries a mutant and resolves to its result. Leaves the tree as it was before. */
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
