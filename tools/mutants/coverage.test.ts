/** Tests how the tool selects and orders the test files that cover a mutant. */
import { stripTypeScriptTypes } from 'node:module';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { batchesOf, type CoveringTest, coverageOf } from './coverage.ts';
import { instrumented } from './instrument.ts';
import { mutantsOf } from './operators.ts';

const source = `
const limits = [1, 2];
const isBelow = (value: number) => value < 5 && value !== 3;
function sign(value: number) {
  if (value < 0) return -1;
  switch (value) {
    case 0: return 0;
    default: return (value as number) > limits.length ? 1 : 2;
  }
}
`;
const { source: copy, sites } = instrumented('form/a.ts', source, 0);

/** Calls instrumented code and returns the texts of the sites that were executed. */
function passed(call: string): readonly string[] {
  const hits = new Set<number>();
  const context = { hit: (site: number) => hits.add(site) };
  const code = stripTypeScriptTypes(`${copy};${call}`);
  runInNewContext(`const outer = hit; globalThis.hit = outer;${code}`, context);
  return [...hits].map((number) => source.slice(sites[number]?.start, sites[number]?.end));
}

test('an instrumented source reports which statements and expressions are executed, and keeps its lines', () => {
  expect(copy.split('\n').length).toBe(source.split('\n').length);
  expect(passed('')).toEqual([]);
  expect(passed('isBelow(9)')).toEqual(['value < 5 && value !== 3']);
  expect(passed('isBelow(2)')).toEqual(['value < 5 && value !== 3', 'value !== 3']);
  expect(passed('sign(-2)')).toEqual([expect.stringContaining('if (value'), 'return -1;']);
  expect(passed('sign(0)').at(-1)).toBe('return 0;');
  expect(passed('sign(7)').at(-1)).toBe('1');
});

const coveringTest = (
  file: string,
  millis: number,
  hits: readonly number[],
  loads: readonly number[] = [],
): CoveringTest => ({
  file,
  project: file.startsWith('tests/browser') ? 'browser' : file.endsWith('.long.test.ts') ? 'long' : 'unit',
  millis,
  sites: hits,
  loads,
});
const numberOf = (text: string) => sites.findIndex(({ start, end }) => source.slice(start, end) === text);
const mutantAt = (text: string, operator: string) => {
  const start = source.indexOf(text);
  const found = mutantsOf('form/a.ts', source).find(
    (mutant) => mutant.operator === operator && mutant.start >= start,
  );
  if (!found) throw new Error(`There is no such mutant at ${text}.`);
  return found;
};

test('the test files that execute a mutant cover it: its own test first, browser tests and long tests last', () => {
  const below = numberOf('value < 5 && value !== 3');
  const { testsOf } = coverageOf({
    sites,
    importers: {},
    tests: [
      coveringTest('form/away.long.test.ts', 1, [below]),
      coveringTest('tests/browser/short.test.ts', 1, [below]),
      coveringTest('form/long.test.ts', 900, [below, 0]),
      coveringTest('form/short.test.ts', 10, [below]),
      coveringTest('form/other.test.ts', 1, [numberOf('return -1;')]),
      coveringTest('form/a.test.ts', 5_000, [numberOf('return 0;')]),
    ],
  });
  expect(testsOf(mutantAt('value < 5', 'flip boundary')).map(({ file }) => file)).toEqual([
    'form/a.test.ts',
    'form/short.test.ts',
    'form/long.test.ts',
    'tests/browser/short.test.ts',
    'form/away.long.test.ts',
  ]);
});

test('code that is executed when a module loads is covered by all tests that use the module, or by its importers', () => {
  const used = coveringTest('form/b.test.ts', 10, [numberOf('return 0;')]);
  const map = { sites, importers: { 'form/list.ts': ['form/a.ts'] }, tests: [used] };
  const { testsOf } = coverageOf(map);
  expect(testsOf(mutantAt('[1, 2]', 'empty array'))).toEqual([used]);
  const [listed] = mutantsOf('form/list.ts', 'export const list = [1];');
  expect(listed && testsOf(listed)).toEqual([used]);
});

test('a function that is executed while its module loads is covered by all tests that use the module', () => {
  const below = numberOf('value < 5 && value !== 3');
  const first = coveringTest('form/first.test.ts', 10, [], [below]);
  const user = coveringTest('form/user.test.ts', 20, [numberOf('return 0;')]);
  const other = coveringTest('form/other.test.ts', 30, []);
  const { testsOf } = coverageOf({ sites, importers: {}, tests: [first, user, other] });
  expect(testsOf(mutantAt('value < 5', 'flip boundary'))).toEqual([first, user]);
});

test('each batch contains tests of one project, and batches grow', () => {
  const unit = Array.from({ length: 10 }, (_, index) => coveringTest(`form/${index}.test.ts`, 2_000, []));
  const slow = coveringTest('form/slow.test.ts', 1_000_000, []);
  const browser = coveringTest('tests/browser/a.test.ts', 1, []);
  const sizes = batchesOf([...unit, slow, browser]).map((batch) => batch.length);
  expect(sizes).toEqual([1, 7, 2, 1, 1]);
  expect(batchesOf([])).toEqual([]);
});
