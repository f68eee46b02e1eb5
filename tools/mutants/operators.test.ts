/** Tests which mistakes the operators make in a source, and where they make none. */
import { expect, test } from 'vitest';
import { read } from '../../tests/support/repository.ts';
import { mutatedFiles } from './coverage-map.ts';
import { mutantsOf, mutated, nameOf, operatorNames } from './operators.ts';
import { parse } from './syntax.ts';

/** Returns the mutated lines that an operator makes from a source of one line. */
const made = (operator: string, source: string): readonly string[] =>
  mutantsOf('a.ts', source)
    .filter((mutant) => mutant.operator === operator)
    .map((mutant) => mutated(source, mutant));

test.each([
  ['negate condition', 'if (a === b) c();', ['if (!(a === b)) c();']],
  ['negate condition', 'x = a ? b : c;', ['x = !(a) ? b : c;']],
  ['negate condition', 'if (!a) b();', []],
  ['drop !', 'if (!a) b();', ['if (a) b();']],
  ['swap equality', 'x = a === b;', ['x = a !== b;']],
  ['swap equality', 'if (a === b) c();', []],
  ['flip boundary', 'x = a < b && c >= d;', ['x = a <= b && c >= d;', 'x = a < b && c > d;']],
  ['swap && and ||', 'x = a && b;', ['x = a || b;']],
  ['swap + and -', 'x = a - 2;', ['x = a + 2;']],
  ['swap unit', 'x = 5 * 60_000;', ['x = 5 * 1_000;']],
  ['swap unit', 'x = 24 * 3_600_000;', ['x = 1 * 3_600_000;', 'x = 24 * 60_000;']],
  ['swap unit', 'x = wait(30_000);', ['x = wait(30);']],
  ['change number', 'x = a[1];', ['x = a[2];']],
  ['change number', 'x = wait(30_000);', []],
  ['empty string', "x = 'a' + `b`;", ["x = '' + `b`;", "x = 'a' + '';"]],
  ['empty string', "x = { 'a-b': sql`select` };", []],
  ['empty array', 'x = [1];', ['x = [];']],
  ['flip boolean', 'const f = () => true;', ['const f = () => false;']],
  ['remove call', 'forget(key);', [';']],
  ['remove awaited call', 'await forget(key);', [';']],
  ['remove assignment', 'count += 1;', [';']],
  ['remove guard', 'function f() { if (a) return; b(); }', ['function f() { ; b(); }']],
  ['remove guard', 'if (a) b();', []],
  ['drop option', 'f({ a: 1, b });', ['f({  b });', 'f({ a: 1 });']],
  ['drop option', 'const x = { a: 1 };', []],
  ['drop spread', 'x = { a, ...(b && { c }) };', ['x = { a };']],
  ['swap method', 'x = all.some(isOld);', ['x = all.every(isOld);']],
  ['swap method', 'x = id.toString();', []],
])('%s: %s', (operator, source, expected) => {
  expect(operatorNames).toContain(operator);
  expect(made(operator, source)).toEqual(expected);
});

test('the operators skip types, imports, comments, log lines and error messages', () => {
  const source = `
    /** At most 3 of them, if (a) b(). */
    import { a } from 'a';
    export { b } from 'b';
    type Size = 1 | 'two' | [3];
    interface Box { readonly size: 4 }
    function f(box: 'five'): asserts box is 'five' {}
    log.warn('six', { seven: 7 });
    const known = new TypeError('Eight is too many');
    const g = await import('nine');
  `;
  expect(mutantsOf('a.ts', source).map(nameOf)).toEqual([]);
});

test('the name of a mutant counts lines and columns from one, even after characters of two code units', () => {
  const source = "const a = 'é😀';\n  const b = a === c;";
  expect(mutantsOf('a.ts', source).map(nameOf)).toEqual([
    'a.ts:1:11 empty string',
    'a.ts:2:15 swap equality',
  ]);
});

test('all mutants of the product have different names, and every 40th mutant can be parsed', () => {
  const mutants = mutatedFiles().flatMap((file) => mutantsOf(file, read(file)));
  expect(mutants.length).toBeGreaterThan(5_000);
  expect(new Set(mutants.map(nameOf)).size).toBe(mutants.length);
  const some = mutants.filter((_, index) => index % 40 === 0);
  for (const mutant of some) parse(mutant.file, mutated(read(mutant.file), mutant));
});
