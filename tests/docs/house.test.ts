/**
 * Tests rules that the compiler and the linter don't check: the layout of the repository, which folders may import from which,
 * and where SQL is allowed.
 */
import { dirname, join, normalize, parse } from 'node:path';
import { describe, expect, test } from 'vitest';
import { files, read } from '../support/repository.ts';

/** The top folders of the product. Each has a list of the other top folders from which it may import. */
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

/** Returns each repository file that a source file imports: its path from the root, and whether the import is type-only. */
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

  test('are found in the sources', () => {
    expect(ofProduct.length).toBeGreaterThan(1_000);
  });

  test('of the product include no test and no tool, and its tests import only test support', () => {
    const wrong = ofProduct.filter(
      ({ file, path }) =>
        /^(tests|tools)\//.test(path) && !(isTest(file) && path.startsWith('tests/support/')),
    );
    expect(wrong.map(said)).toEqual([]);
    const started = edges.filter(({ file }) => /^scripts\/(start|build)\.ts$/.test(file));
    expect(started.filter(({ path }) => path.startsWith('tests/')).map(said)).toEqual([]);
  });

  test('between top folders go in one direction', () => {
    const wrong = ofProduct.filter(({ file, path }) => {
      const [from, to] = [roomOf(file), roomOf(path)];
      return !isTest(file) && to in rooms && to !== from && !rooms[from]?.includes(to);
    });
    expect(wrong.map(said)).toEqual([]);
  });

  test('of web/api/ include no other part of the page, because state and screens are above it', () => {
    const wrong = ofProduct.filter(
      ({ file, path }) =>
        file.startsWith('web/api/') && path.startsWith('web/') && !path.startsWith('web/api/'),
    );
    expect(wrong.map(said)).toEqual([]);
  });

  test('of the page from api/ include only types', () => {
    const wrong = ofProduct.filter(
      ({ file, path, isType }) =>
        roomOf(file) === 'web' && roomOf(path) === 'api' && !isTest(file) && !isType,
    );
    expect(wrong.map(said)).toEqual([]);
  });
});

/** Returns the first two parts of a file's path: the top folder, and the folder or file in it. */
const folderOf = (file: string) => file.split('/').slice(0, 2).join('/');

/**
 * Maps each folder in a top folder to the other folders of that top folder from which it imports, each with one import as an
 * example.
 */
function linksOf(top: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const links = new Map<string, Map<string, string>>();
  for (const edge of edges) {
    const [from, to] = [folderOf(edge.file), folderOf(edge.path)];
    const isInside = roomOf(edge.file) === top && roomOf(edge.path) === top;
    if (!isInside || from === to || isTest(edge.file)) continue;
    const own = links.get(from) ?? new Map<string, string>();
    links.set(from, own.set(to, own.get(to) ?? said(edge)));
  }
  return links;
}

/** Returns the imports in the shortest cycle through a folder, or undefined if the folder is in no cycle. */
function circleThrough(start: string, links: ReturnType<typeof linksOf>): readonly string[] | undefined {
  const reached = new Set<string>();
  let ends = [{ folder: start, imports: [] as readonly string[] }];
  while (ends.length > 0) {
    const next: typeof ends = [];
    for (const { folder, imports } of ends)
      for (const [to, line] of links.get(folder) ?? []) {
        if (to === start) return [...imports, line];
        if (reached.has(to)) continue;
        reached.add(to);
        next.push({ folder: to, imports: [...imports, line] });
      }
    ends = next;
  }
  return undefined;
}

describe('folders', () => {
  test.each(['form', 'server', 'web'])('of %s/ import each other in one direction, types included', (top) => {
    const links = linksOf(top);
    const circles = [...links.keys()].flatMap((folder) => [circleThrough(folder, links) ?? []]);
    const [shortest = []] = circles.filter(({ length }) => length > 0).sort((a, b) => a.length - b.length);
    expect(shortest).toEqual([]);
  });

  test('of the database and of security import no other part of the server’s domain', () => {
    const ground = ['config', 'db', 'errors.ts', 'files', 'net', 'processes', 'security'].map(
      (name) => `server/${name}`,
    );
    const wrong = edges.filter(
      ({ file, path }) =>
        /^server\/(db|security)\//.test(file) &&
        !isTest(file) &&
        roomOf(path) === 'server' &&
        !ground.includes(folderOf(path)),
    );
    expect(wrong.map(said)).toEqual([]);
  });
});

describe('the tree', () => {
  test('has no file next to a folder of the same name', () => {
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

/** The product's own source files. Tests and scripts may query the database in any way. */
const product = files.filter(
  (file) => /^(api|copy|form|server|web)\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
);

describe('SQL', () => {
  const filesWith = (pattern: RegExp) => product.filter((file) => pattern.test(read(file)));

  test('is written only in server/db/', () => {
    const sql = /\bsql(<[^`;]*>)?`|\bsql\.\w+\(|import (?!type)[^;]*\bfrom 'kysely'/;
    const found = filesWith(sql);
    expect(found).toContain('server/db/clock.ts');
    expect(found.filter((file) => !file.startsWith('server/db/'))).toEqual([]);
  });

  test('reads and writes rows only in server/db/queries/', () => {
    const found = filesWith(/\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/);
    expect(found.length).toBeGreaterThan(10);
    expect(found.filter((file) => !file.startsWith('server/db/queries/'))).toEqual([]);
  });
});

describe('threads', () => {
  test('are not used in the product, because a thread that crashes ends the whole server (D48)', () => {
    const found = product.filter((file) => /worker_threads|\.terminate\(/.test(read(file)));
    expect(found).toEqual([]);
  });
});
