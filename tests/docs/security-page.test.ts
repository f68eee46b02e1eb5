/**
 * Tests that each threat in docs/security.md names an existing test, and that the page lists all files that use cryptography and
 * all elements of the Safeguards Rule.
 */
import { expect, test } from 'vitest';
import { files, read, testsNamedIn } from '../support/repository.ts';

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

test('each threat names an existing test', () => {
  const threats = rowsUnder(read('docs/security.md'), 'Threats');
  expect(threats.length).toBeGreaterThan(20);
  expect(threats.filter((row) => row.length !== 4)).toEqual([]);
  const named = threats.map(([threat = '', , proof = '']) => ({ threat, tests: testsNamedIn(proof) }));
  expect(named.filter(({ tests }) => tests.length === 0).map(({ threat }) => threat)).toEqual([]);
  expect(named.flatMap(({ tests }) => tests.filter((file) => !files.includes(file)))).toEqual([]);
});

test('the inventory lists exactly the files that use a cryptographic algorithm', () => {
  const inventory = read('docs/security.md').split('| algorithm | standard |')[1]?.split('\n\n')[0] ?? '';
  const named = new Set([...inventory.matchAll(/`((?:server|web)\/[^`]+)`/g)].map(([, file]) => file));
  const packages = /from '(?:jose|altcha-lib[^']*|@smithy\/signature-v4)'|crypto\.subtle/;
  const primitives =
    /\b(?:hash|createHash|createHmac|createCipheriv|hkdfSync|sign|verify|generateKeyPair|createPublicKey|pbkdf2|scrypt|randomBytes|randomInt)\b/;
  const uses = (source: string) => {
    const imported = /import \{([^}]*)\} from 'node:crypto'/.exec(source)?.[1] ?? '';
    return primitives.test(imported) || packages.test(source.replaceAll(/import type .*/g, ''));
  };
  const found = files.filter(
    (file) => /^(server|web|api|form|copy)\/.*\.tsx?$/.test(file) && !isTestFile(file) && uses(read(file)),
  );
  expect([...named].sort()).toEqual(found.sort());
});

const isTestFile = (file: string) => /\.test\.tsx?$/.test(file);

test('the page answers all elements of the Safeguards Rule', () => {
  const elements = [...read('docs/security.md').matchAll(/^\| (\([a-j]\)(?:\(\d\))?) \|/gm)].map(
    ([, element]) => element,
  );
  expect(elements.join(' ')).toBe(
    '(a) (b) (c)(1) (c)(2) (c)(3) (c)(4) (c)(5) (c)(6) (c)(7) (c)(8) (d)(1) (d)(2) (e) (f) (g) (h) (i) (j)',
  );
});
