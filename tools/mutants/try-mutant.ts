/** Makes one mistake in a scratch tree and runs the tests that cover it, until one fails. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { batchesOf, type CoveringTest } from './coverage.ts';
import { type Mutant, mutated } from './operators.ts';
import { root, type ScratchTree } from './scratch-tree.ts';

/** What came of a mutant; `uncovered` ones survive too, and `unbuilt` ones are no programs. */
export interface Result {
  readonly verdict: 'found' | 'survived' | 'uncovered' | 'unbuilt';
  /** The test file that found it, or how else. */
  readonly by?: string;
  /** Test files that were run, of so many that cover it. */
  readonly ran: number;
  readonly of: number;
  readonly millis: number;
}

/** A run may take this many times as long as the map says, and so much more: builds, start, a busy machine. */
const slack = { times: 5, millis: 120_000 };

/** Milliseconds of tests, by the map, after which a mutant counts as a survivor. */
export const mostMillis = 300_000;

/** The first tests whose times together stay below the most. */
function within(tests: readonly CoveringTest[], most: number): readonly CoveringTest[] {
  let sum = 0;
  return tests.filter(({ millis }) => {
    sum += millis;
    return sum <= most;
  });
}

async function tested(tree: ScratchTree, covering: readonly CoveringTest[]): Promise<Omit<Result, 'millis'>> {
  if (covering.length === 0) return { verdict: 'uncovered', ran: 0, of: 0 };
  const tests = within(covering, mostMillis);
  const of = covering.length;
  let ran = 0;
  for (const batch of batchesOf(tests)) {
    const expected = batch.reduce((sum, { millis }) => sum + millis, 0);
    const outcome = await tree.run({
      project: batch[0]?.project ?? 'unit',
      files: batch.map(({ file }) => file),
      limitMillis: slack.millis + slack.times * expected,
      workers: 1,
    });
    ran += batch.length;
    if (outcome.end === 'passed') continue;
    const by = outcome.files.find(({ failed }) => failed)?.file ?? `a run that ${wordsOf[outcome.end]}`;
    return { verdict: 'found', by, ran, of };
  }
  return { verdict: 'survived', ran, of };
}

const wordsOf = { passed: 'passed', failed: 'failed', late: 'did not end', ended: 'broke off' } as const;

/** Tries a mutant; the tree is as before afterwards. */
export async function tryMutant(
  tree: ScratchTree,
  mutant: Mutant,
  covering: readonly CoveringTest[],
): Promise<Result> {
  const began = performance.now();
  const path = join(tree.folder, mutant.file);
  const source = readFileSync(join(root, mutant.file), 'utf8');
  writeFileSync(path, mutated(source, mutant));
  try {
    const room = mutant.file.split('/')[0] ?? '';
    const result = (await tree.hasTypes(room))
      ? await tested(tree, covering)
      : ({ verdict: 'unbuilt', ran: 0, of: covering.length } as const);
    return { ...result, millis: Math.round(performance.now() - began) };
  } finally {
    writeFileSync(path, source);
  }
}
