/** Tests that docs/asvs.md has a row for every requirement of ASVS 5.0.0, levels 1 and 2, and names only files that exist. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { read, root } from '../support/repository.ts';

const page = read('docs/asvs.md');

const rows = [
  ...page.matchAll(/^\| (\d+)\.(\d+)\.(\d+) \| ([12]) \| (.+?) \| (met|in part|outside|n\/a) \| (.+) \|$/gm),
].map(([, chapter = '', section = '', number = '', level = '', text = '', state = '', how = '']) => ({
  id: `${chapter}.${section}.${number}`,
  chapter: Number(chapter),
  order: Number(chapter) * 10_000 + Number(section) * 100 + Number(number),
  level,
  text,
  state,
  how,
}));

/** The numbers of requirements in levels 1 and 2 of ASVS 5.0.0, for each chapter from 1 to 17. */
const counts: readonly (readonly [number, number])[] = [
  [8, 19],
  [4, 7],
  [8, 11],
  [2, 8],
  [4, 5],
  [13, 22],
  [6, 12],
  [4, 3],
  [4, 3],
  [5, 24],
  [3, 11],
  [3, 6],
  [1, 12],
  [2, 7],
  [3, 10],
  [0, 16],
  [0, 7],
];

test('every requirement of both levels has a row, once and in order', () => {
  const counted = counts.map((_, index) =>
    ['1', '2'].map((level) => rows.filter((row) => row.chapter === index + 1 && row.level === level).length),
  );
  expect(counted).toEqual(counts);
  expect(rows).toHaveLength(253);
  const orders = rows.map(({ order }) => order);
  expect(orders).toEqual([...new Set(orders)].sort((one, other) => one - other));
  expect(page.match(/^\| \d+\.\d+/gm)).toHaveLength(rows.length);
});

const isDecided = (how: string) => /\bD\d+\b|\bapi "/.test(how);
const filesIn = (how: string) =>
  [...how.matchAll(/`([\w.-]+(?:\/[\w.-]*)+|[A-Z]+\.md|[\w.-]+\.ts)`/g)].map(([, file = '']) => file);

test('each requirement that is met or met in part names a file or decision, and every named file exists', () => {
  const claimed = rows.filter(({ state }) => state === 'met' || state === 'in part');
  const vague = claimed.filter(
    ({ how, id }) => filesIn(how).length === 0 && !isDecided(how) && id !== '6.4.2',
  );
  expect(vague.map(({ id }) => id)).toEqual([]);
  const named = rows.flatMap(({ id, how }) => filesIn(how).map((file) => ({ id, file })));
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter(({ file }) => !existsSync(join(root, file)))).toEqual([]);
});

test('the table at the head of the page counts the rows', () => {
  const states = ['met', 'in part', 'outside', 'n/a'];
  for (const level of ['1', '2']) {
    const ofLevel = rows.filter((row) => row.level === level);
    const figures = states.map((state) => ofLevel.filter((row) => row.state === state).length);
    expect(page).toContain(`| level ${level} | ${[...figures, ofLevel.length].join(' | ')} |`);
  }
});
