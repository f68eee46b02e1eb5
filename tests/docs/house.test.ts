/**
 * How the repository is laid out, what its parts may import, where SQL may be: what compiler and linter do not check.
 */
import { dirname, join, normalize, parse } from 'node:path';
import { describe, expect, test } from 'vitest';
import { files, read } from '../support/repository.ts';

/** The top folders of the product, and which of them each may import. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  form: [],
  copy: ['form'],
  api: ['form'],
  server: ['form', 'copy', 'api'],
  web: ['form', 'copy', 'api'],
};

const sources = files.filter((file) => /\.tsx?$/.test(file));
const roomOf = (file: string) => file.split('/')[0] ?? '';
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/** The files of the repository that a source imports, by path from the root, and whether only as types. */
function importsOf(file: string): { readonly path: string; readonly isType: boolean }[] {
  const statements = read(file).matchAll(/(?:^import (type )?[^']*?|\bfrom |\bimport\()'(\.[^']+)'/gm);
  return [...statements].map(([, type, path = '']) => ({
    path: normalize(join(dirname(file), path)),
    isType: type !== undefined,
  }));
}

const edges = sources.flatMap((file) => importsOf(file).map((imported) => ({ file, ...imported })));
const said = ({ file, path }: (typeof edges)[number]) => `${file} imports ${path}`;

describe('imports', () => {
  const ofProduct = edges.filter(({ file }) => roomOf(file) in rooms);

  test('are found at all', () => {
    expect(ofProduct.length).toBeGreaterThan(1_000);
  });

  test('lead from the product to no test, and from its tests only to their support', () => {
    const wrong = ofProduct.filter(
      ({ file, path }) => path.startsWith('tests/') && !(isTest(file) && path.startsWith('tests/support/')),
    );
    expect(wrong.map(said)).toEqual([]);
    const started = edges.filter(({ file }) => /^scripts\/(start|build)\.ts$/.test(file));
    expect(started.filter(({ path }) => path.startsWith('tests/')).map(said)).toEqual([]);
  });

  test('between rooms lead one way', () => {
    const wrong = ofProduct.filter(({ file, path }) => {
      const [from, to] = [roomOf(file), roomOf(path)];
      return !isTest(file) && to in rooms && to !== from && !rooms[from]?.includes(to);
    });
    expect(wrong.map(said)).toEqual([]);
  });

  test('of the calls lead to no other part of the page: state and screens stand above them', () => {
    const wrong = ofProduct.filter(
      ({ file, path }) =>
        file.startsWith('web/api/') && path.startsWith('web/') && !path.startsWith('web/api/'),
    );
    expect(wrong.map(said)).toEqual([]);
  });

  test('of the page take only types from api/', () => {
    const wrong = ofProduct.filter(
      ({ file, path, isType }) =>
        roomOf(file) === 'web' && roomOf(path) === 'api' && !isTest(file) && !isType,
    );
    expect(wrong.map(said)).toEqual([]);
  });
});

describe('the tree', () => {
  test('has no file next to a folder of its name', () => {
    const folders = new Set(files.flatMap((file) => [dirname(file), dirname(dirname(file))]));
    const named = files.filter((file) => !parse(file).base.startsWith('.'));
    const beside = named.filter((file) =>
      folders.has(join(dirname(file), parse(file).name.split('.')[0] ?? '')),
    );
    expect(beside).toEqual([]);
  });

  test('has at most sixteen files at its root', () => {
    expect(files.filter((file) => !file.includes('/')).length).toBeLessThanOrEqual(16);
  });
});

describe('names', () => {
  /** Words that code once used for terms of the field (docs/glossary.md); not allowed as part of a name either. */
  const oldWords = ['situation', 'furthest', 'mend', 'repair', 'paper', 'refusal', 'resting', 'deafen'];
  /** Old names that are allowed as part of a name. */
  const oldNames = [
    'Place',
    'place',
    'admit',
    'walk',
    'judge',
    'KindReader',
    'Reading',
    'Writing',
    'hear',
    'alone',
  ];

  /** Where an old name has its plain meaning: a place on the map. */
  const isMeant = (file: string, name: string) =>
    name === 'place' && /address-suggestions|street-input/.test(file);

  const declared = (source: string) =>
    [...source.matchAll(/\b(?:const|let|function|class|interface|type|readonly) (\w+)/g)].map(
      ([, name = '']) => name,
    );
  const wordsOf = (name: string) => name.split(/(?=[A-Z])|_/).map((word) => word.toLowerCase());
  const isOld = (name: string) =>
    oldNames.includes(name) ||
    wordsOf(name).some((word) => oldWords.some((old) => word === old || word === `${old}s`));

  test('that are declared are none of the old ones', () => {
    const old = sources.flatMap((file) =>
      declared(read(file))
        .filter((name) => isOld(name) && !isMeant(file, name))
        .map((name) => `${file} declares ${name}`),
    );
    expect(old).toEqual([]);
  });
});

/** The product's own sources. Tests and scripts may query the database in any way. */
const product = files.filter(
  (file) => /^(api|copy|form|server|web)\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
);

describe('SQL', () => {
  const filesWith = (pattern: RegExp) => product.filter((file) => pattern.test(read(file)));

  test('is written in server/db/ alone', () => {
    const sql = /\bsql(<[^`;]*>)?`|\bsql\.\w+\(|import (?!type)[^;]*\bfrom 'kysely'/;
    const found = filesWith(sql);
    expect(found).toContain('server/db/clock.ts');
    expect(found.filter((file) => !file.startsWith('server/db/'))).toEqual([]);
  });

  test('reads and writes rows in server/db/queries/ alone', () => {
    const found = filesWith(/\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/);
    expect(found.length).toBeGreaterThan(10);
    expect(found.filter((file) => !file.startsWith('server/db/queries/'))).toEqual([]);
  });
});

describe('threads', () => {
  test('are used nowhere in the product: one that breaks ends the whole server (D48)', () => {
    const found = product.filter((file) => /worker_threads|\.terminate\(/.test(read(file)));
    expect(found).toEqual([]);
  });
});
