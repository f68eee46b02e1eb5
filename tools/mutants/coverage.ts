/** Determines which test files cover a mutant, and in which order to run them. */
import { basename, dirname } from 'node:path';
import type { Site } from './instrument.ts';
import type { Mutant } from './operators.ts';

/** Vitest's projects in the order in which they run for a mutant. The earlier ones find more mutants and are faster. */
export const projects = ['unit', 'browser', 'long'] as const;

export type Project = (typeof projects)[number];

/** A test file, and the recording of its run in the instrumented tree. */
export interface CoveringTest {
  readonly file: string;
  readonly project: Project;
  readonly millis: number;
  /** Numbers of the sites that its tests executed. */
  readonly sites: readonly number[];
  /**
   * Numbers of the sites that were executed while the test file loaded its modules. Modules that an earlier test file of the
   * process had already loaded are not included.
   */
  readonly loads: readonly number[];
}

export interface CoverageMap {
  readonly sites: readonly Site[];
  readonly tests: readonly CoveringTest[];
  /** The importers of each file. Paths are relative to the root of the repository. */
  readonly importers: Readonly<Record<string, readonly string[]>>;
}

/**
 * Looks up the test files of a mutant in a map. The lookup is prepared once, because a map has hundreds of thousands of entries.
 */
export interface Coverage {
  /** Returns the test files that cover a mutant, most promising first. */
  readonly testsOf: (mutant: Mutant) => readonly CoveringTest[];
}

/**
 * Returns the number of the smallest site that contains a mutant, or undefined if no site contains the mutant. Code outside all
 * sites is executed only once, when its module loads.
 */
function siteAround(sites: readonly Site[], { file, start }: Mutant): number | undefined {
  let found: number | undefined;
  let size = Number.POSITIVE_INFINITY;
  for (const [number, site] of sites.entries()) {
    if (site.file !== file || start < site.start || start >= site.end) continue;
    if (site.end - site.start <= size) {
      size = site.end - site.start;
      found = number;
    }
  }
  return found;
}

const isOwnTest = (test: string, file: string) =>
  dirname(test) === dirname(file) && basename(test).startsWith(`${basename(file, '.ts')}.`);

/** Prepares the lookup of test files in a coverage map. */
export function coverageOf({ sites, tests, importers }: CoverageMap): Coverage {
  const passing = tests.map((test) => new Set(test.sites));
  const loading = tests.map((test) => new Set(test.loads));
  const loaded = new Set(tests.flatMap((test) => test.loads));
  const numbersIn = Map.groupBy(sites.keys(), (number) => sites[number]?.file);

  const through = (numbers: readonly number[]) =>
    tests.filter((_, index) => numbers.some((number) => passing[index]?.has(number)));

  /** Returns the tests that execute any site of a file. If there are none, returns the tests that use the file's importers. */
  function testsUsing(file: string, visited = new Set<string>()): readonly CoveringTest[] {
    if (visited.has(file)) return [];
    visited.add(file);
    const own = through(numbersIn.get(file) ?? []);
    if (own.length > 0) return own;
    return [...new Set((importers[file] ?? []).flatMap((one) => testsUsing(one, visited)))];
  }

  /**
   * Returns the sort key of a test file within its project. The test file of the mutated source comes first, then fast files
   * that execute little other code.
   */
  const costOf = ({ file, millis, sites }: CoveringTest, mutant: Mutant) =>
    isOwnTest(file, mutant.file) ? 0 : millis * sites.length;

  /**
   * Returns the tests that execute a site. If the site was executed when its module loaded, also returns the tests that use the
   * module.
   */
  function testsAt(site: number, file: string): readonly CoveringTest[] {
    if (!loaded.has(site)) return through([site]);
    const first = tests.filter((_, index) => loading[index]?.has(site));
    return [...through([site]), ...first, ...testsUsing(file)];
  }

  return {
    testsOf(mutant) {
      const site = siteAround(sites, mutant);
      const covering = site === undefined ? testsUsing(mutant.file) : testsAt(site, mutant.file);
      const own = tests.filter(({ file }) => isOwnTest(file, mutant.file));
      return [...new Set([...own, ...covering])].sort(
        (a, b) =>
          projects.indexOf(a.project) - projects.indexOf(b.project) ||
          costOf(a, mutant) - costOf(b, mutant) ||
          a.file.localeCompare(b.file),
      );
    },
  };
}

/** Maximum total duration of the tests in the first batch, in milliseconds. */
const firstBatch = 3_000;
/** A batch may last this many times as long as the batch before it. Batches grow because each run has a fixed start-up cost. */
const growth = 5;

/**
 * Splits tests into batches of growing duration. Each batch belongs to one project and is one run of Vitest. The small first
 * batch finds most mutants.
 */
export function batchesOf(tests: readonly CoveringTest[]): readonly (readonly CoveringTest[])[] {
  const batches: CoveringTest[][] = [];
  let room = 0;
  let most = firstBatch;
  for (const test of tests) {
    const last = batches.at(-1);
    if (last && last[0]?.project === test.project && room >= test.millis) {
      last.push(test);
    } else {
      if (last) most *= growth;
      room = most;
      batches.push([test]);
    }
    room -= test.millis;
  }
  return batches;
}
