/**
 * Writes the outcome of a fault into the table of `docs/reports/faults.md` as soon as the test of the fault ends.
 * So an interrupted run keeps the outcomes of its completed tests.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commit, load, today } from '../../tests/support/circumstances.ts';
import type { Figure } from '../../tests/support/figures.ts';

const page = join(import.meta.dirname, '../../docs/reports/faults.md');
const [begin, end] = ['<!-- written by npm run faults -- --write -->', '<!-- end -->'];
const head = ['row', 'fault', 'result', 'met', 'minutes', 'load', 'date, commit'];

/** A row of the page's table: the outcome of a fault. */
export interface Outcome {
  /** The fault's id and store. The outcome replaces the line of the table that begins with this id and store. */
  readonly row: string;
  readonly about: string;
  readonly figures: readonly Figure[];
  readonly minutes: number;
}

function said({ what, value, demand, met }: Figure): string {
  return `${what}: ${value}${demand === '' ? '' : ` (${demand})`}${met ? '' : ' **not met**'}`;
}

const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Compares row ids by their numbers, so that F2 comes before F13. */
const byNumber = new Intl.Collator('en', { numeric: true });

const rowOf = (line: string) => line.split(' | ')[0]?.replace('| ', '') ?? '';

/** Returns the lines of the table after adding or replacing the outcome, sorted by row number. */
export function withOutcome(lines: readonly string[], { row, about, figures, minutes }: Outcome): string[] {
  const holds = figures.every(({ met }) => met) ? 'yes' : '**no**';
  const cells = [row, about, figures.map(said).join('; '), holds, minutes.toFixed(1), load()];
  const line = lineOf([...cells.map((cell) => cell.replace(/\s*[|\n]\s*/g, ' ')), `${today()}, ${commit()}`]);
  return [...lines.filter((other) => rowOf(other) !== row), line].sort((one, other) =>
    byNumber.compare(rowOf(one), rowOf(other)),
  );
}

/** Writes the outcome into the page. Throws if the page has no table of outcomes. */
export function writeOutcome(outcome: Outcome): void {
  const [before, rest] = readFileSync(page, 'utf8').split(begin);
  const [table, after] = rest?.split(end) ?? [];
  if (before === undefined || table === undefined || after === undefined)
    throw new Error(`docs/reports/faults.md has no “${begin}”.`);
  const lines = table.split('\n').filter((line) => /^\| (?!row |---)/.test(line));
  const written = [lineOf(head), lineOf(head.map(() => '---')), ...withOutcome(lines, outcome)].join('\n');
  writeFileSync(page, `${before}${begin}\n\n${written}\n\n${end}${after}`);
}
