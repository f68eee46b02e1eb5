/**
 * Tests that docs/accessibility.md has a row for every criterion of WCAG 2.2, levels A and AA, and names only tests that exist.
 */
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { files, read, testsNamedIn } from '../support/repository.ts';

interface Guideline {
  readonly id: string;
  readonly checkpoints: readonly {
    readonly num: string;
    readonly name: string;
    readonly wcagLevel: string;
  }[];
}

/** The standard's name and level for each criterion that has a different name or level in IBM's engine. */
const asTheStandardSays: Readonly<Record<string, string>> = {
  '1.4.4': 'Resize Text AA',
  '2.5.7': 'Dragging Movements AA',
  '2.5.8': 'Target Size (Minimum) AA',
  '3.2.6': 'Consistent Help A',
  '3.3.7': 'Redundant Entry A',
};

/** Returns the criteria in IBM's engine, except the criterion that WCAG 2.2 has removed. */
function criteria(): readonly string[] {
  const { Checker } = createRequire(import.meta.url)('accessibility-checker-engine/ace-node.js');
  const guidelines: readonly Guideline[] = new Checker().getGuidelines();
  const { checkpoints = [] } = guidelines.find(({ id }) => id === 'WCAG_2_2') ?? {};
  return checkpoints
    .filter(({ num }) => num !== '4.1.1')
    .map(({ num, name, wcagLevel }) => `${num} ${asTheStandardSays[num] ?? `${name} ${wcagLevel}`}`);
}

const rows = read('docs/accessibility.md')
  .split('\n')
  .map((line) => /^\| (\d[\d.]+ .+?) \| (A|AA) \| (.+) \| (.+) \|$/.exec(line))
  .filter((row) => row !== null)
  .map(([, criterion = '', level = '', how = '', shown = '']) => ({ criterion, level, how, shown }));

test('the report has a row for each criterion of levels A and AA, by number, name and level', () => {
  const listed = rows.map(({ criterion, level }) => `${criterion} ${level}`);
  expect(criteria()).toHaveLength(55);
  expect(listed.toSorted()).toEqual(criteria().toSorted());
});

test('each row names an existing test, or says that a person checked', () => {
  const vague = rows.filter(({ shown }) => testsNamedIn(shown).length === 0 && shown !== 'by eye');
  expect(vague.map(({ criterion }) => criterion)).toEqual([]);
  const missing = rows.flatMap(({ shown }) => testsNamedIn(shown)).filter((file) => !files.includes(file));
  expect(missing).toEqual([]);
});
