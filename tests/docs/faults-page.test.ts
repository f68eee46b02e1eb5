/**
 * Tests that simulating a fault updates its line in `docs/reports/faults.md`. Also tests that `docs/figures.md` names the test
 * files that cover the faults that aren't simulated.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../server/files/project-files.ts';
import { withOutcome } from '../../tools/faults/faults-page.ts';
import { testedFaults } from '../../tools/faults/tested-faults.ts';

const outcome = (row: string, count: number) => ({
  row,
  about: 'something goes wrong',
  figures: [{ what: 'lost', value: String(count), demand: '0', met: count === 0 }],
  minutes: 1.24,
});

test('the outcome of a fault replaces its line, in the order of the numbers, and says what is not met', () => {
  const first = withOutcome(withOutcome([], outcome('F13', 0)), outcome('F2', 0));
  const lines = withOutcome(first, outcome('F13', 3));
  expect(lines.map((line) => line.split(' | ').slice(0, 5))).toEqual([
    ['| F2', 'something goes wrong', 'lost: 0 (0)', 'yes', '1.2'],
    ['| F13', 'something goes wrong', 'lost: 3 (0) **not met**', '**no**', '1.2'],
  ]);
});

test('the reliability table names the files that the runner counts', () => {
  const rows = readFileSync(join(projectRoot, 'docs/figures.md'), 'utf8').split('\n');
  for (const { name, files } of testedFaults) {
    const row = rows.find((line) => line.startsWith(`| ${name} |`));
    for (const file of files) expect(row).toContain(`\`${file}\``);
  }
});
