import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rightsOfServer } from './roles.ts';

const sources = globSync('queries/**/*.ts', { cwd: import.meta.dirname })
  .filter((file) => !file.includes('.test.'))
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));

/** Returns each right that the statements in a source text need, as `table right`. */
function usesIn(source: string): string[] {
  const found = (pattern: RegExp, right: string) =>
    [...source.matchAll(pattern)].map(([, table]) => `${table} ${right}`);
  const inserts = [...source.matchAll(/insertInto\('(\w+)'\)(.*?)\.execute/gs)];
  return [
    ...found(/insertInto\('(\w+)'\)/g, 'insert'),
    ...inserts.flatMap(([, table, rest = '']) => (/\.doUpdateSet\(/.test(rest) ? [`${table} update`] : [])),
    ...found(/updateTable\('(\w+)'\)/g, 'update'),
    ...found(/\binsert into (\w+) \(/g, 'insert'),
    ...found(/\bupdate (\w+) set\b/g, 'update'),
    ...found(/\bdelete from (\w+)\s+(?:using|where)\b/g, 'delete'),
    ...found(/deleteFrom\('(\w+)'\)/g, 'delete'),
  ];
}

test('the rights of the server’s role are those that its statements use, and no others', () => {
  // Tables that `eraseRowsOf` and `oldRowsOf` delete from. Their statements don't name the table, so `usesIn` can't find them.
  const erased = [
    'personnel',
    'document',
    'submission',
    'outbox',
    'agreement_opening',
    'idempotent_answer',
    'rate_limit',
    'resume_code',
    'approval',
  ].map((table) => `${table} delete`);
  const used = new Set([...sources.flatMap(usesIn), ...erased]);
  const granted = Object.entries(rightsOfServer).flatMap(([table, rights]) =>
    rights.map((right) => `${table} ${right}`),
  );
  expect(granted.sort()).toEqual([...used].sort());
});
