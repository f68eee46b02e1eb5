/**
 * Stores the results of mutants, so that an interrupted run can continue where it stopped, and so that the results of several
 * parts of the sample (`--part`) can be combined.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from './try-mutant.ts';

interface Line {
  /** Hash of the sources for which the result is valid. */
  readonly sources: string;
  /** Hash of the test files. The result of a mutant that survived is valid only for these test files. */
  readonly tests: string;
  readonly name: string;
  readonly result: Result;
}

export interface KeptResults {
  /**
   * Returns the stored result of a mutant for the current sources. If the mutant survived, the result is valid only as long as
   * the test files are also the same.
   */
  readonly of: (name: string) => Result | undefined;
  readonly keep: (name: string, result: Result) => void;
}

/** Opens the stored results in a folder. */
export function keptResults(folder: string, sources: string, tests: string): KeptResults {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'results.jsonl');
  const lines: readonly Line[] = existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Line)
    : [];
  const holds = (line: Line) =>
    line.sources === sources && (line.tests === tests || /^(found|unbuilt)$/.test(line.result.verdict));
  const known = new Map(lines.filter(holds).map(({ name, result }) => [name, result]));
  return {
    of: (name) => known.get(name),
    keep(name, result) {
      known.set(name, result);
      appendFileSync(path, `${JSON.stringify({ sources, tests, name, result } satisfies Line)}\n`);
    },
  };
}
