/** What came of mutants before, so that a run that was ended goes on where it was, and parts add up. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from './try-mutant.ts';

interface Line {
  /** What the result is of: the sources and, for a survivor, the test files. */
  readonly sources: string;
  readonly tests: string;
  readonly name: string;
  readonly result: Result;
}

export interface KeptResults {
  /** The result for the same sources; of one that was not found, for the same tests too. */
  readonly of: (name: string) => Result | undefined;
  readonly keep: (name: string, result: Result) => void;
}

/** The results kept in a folder. */
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
