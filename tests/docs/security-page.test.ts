/** docs/security.md claims only what a test proves; the safeguards are all there. */
import { expect, test } from 'vitest';
import { read } from '../support/repository.ts';
import { isTest, testsNamedIn } from '../support/test-titles.ts';

const rowsUnder = (page: string, heading: string): readonly (readonly string[])[] =>
  (page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => /^\| /.test(line))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

test('each threat names a test that there is', () => {
  const threats = rowsUnder(read('docs/security.md'), 'Threats');
  expect(threats.length).toBeGreaterThan(20);
  expect(threats.filter((row) => row.length !== 4)).toEqual([]);
  const named = threats.map(([threat = '', , proof = '']) => ({ threat, tests: testsNamedIn(proof) }));
  expect(named.filter(({ tests }) => tests.length === 0).map(({ threat }) => threat)).toEqual([]);
  expect(named.flatMap(({ tests }) => tests.filter((each) => !isTest(each)))).toEqual([]);
});

test('the Safeguards Rule is answered in all its elements', () => {
  const elements = [...read('docs/safeguards.md').matchAll(/^\| (\([a-j]\)(?:\(\d\))?) \|/gm)].map(
    ([, element]) => element,
  );
  expect(elements.join(' ')).toBe(
    '(a) (b) (c)(1) (c)(2) (c)(3) (c)(4) (c)(5) (c)(6) (c)(7) (c)(8) (d)(1) (d)(2) (e) (f) (g) (h) (i) (j)',
  );
});
