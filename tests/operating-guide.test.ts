/** The operator's guide: its worked example is a program, and its command lines are commands. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../server/operator/commands.ts';
import { loadPrograms } from '../server/programs.ts';
import { settingsTable } from '../server/settings.ts';
import { freshFolder } from '../server/store/test-database.ts';

const root = join(import.meta.dirname, '..');
const guide = await readFile(join(root, 'docs', 'operating.md'), 'utf8');

test('the program of the guide is one that the server loads', async () => {
  const [, programJson = ''] = /```json\n(.*?)```/s.exec(guide) ?? [];
  const folder = await freshFolder();
  await cp(join(root, 'programs', 'default'), join(folder, 'default'), { recursive: true });
  await mkdir(join(folder, 'acme'));
  await cp(join(root, 'programs', 'toro', 'theme.json'), join(folder, 'acme', 'theme.json'));
  await writeFile(join(folder, 'acme', 'program.json'), programJson);
  const loaded = await loadPrograms(folder);
  expect(loaded.ok ? [] : loaded.problems).toEqual([]);
  expect(loaded.ok && loaded.programs.all.map(({ domainKey }) => domainKey).sort()).toEqual([
    'acme',
    'default',
  ]);
});

test('the guide calls commands with options that they have, and every command that keeps an installation', () => {
  const lines = [...guide.matchAll(/npm run operator -- ([^`\n]+)/g)].map(([, line = '']) => line);
  const commandOf = (line: string) => commands.find(({ name }) => `${line} `.startsWith(`${name} `));
  /** Written by the evidence of an application, whose commands join the list with it. */
  const ofEvidence = /^(help|audit|applications export)\b/;
  for (const line of lines.filter((each) => !ofEvidence.test(each))) {
    const options = Object.keys(commandOf(line)?.options ?? {});
    const given = [...line.matchAll(/--([a-z-]+)/g)].map(([, option = '']) => option);
    expect([line, commandOf(line) !== undefined]).toEqual([line, true]);
    expect([line, given.filter((option) => !options.includes(option))]).toEqual([line, []]);
  }
  const keeping = commands.filter(({ name }) => /^(encryption|retention|store) /.test(name));
  const called = new Set(lines.map((line) => commandOf(line)?.name));
  expect(keeping.length).toBe(6);
  expect(keeping.filter(({ name }) => !called.has(name)).map(({ name }) => name)).toEqual([]);
});

test('the guide names only settings that the server reads', () => {
  const named = new Set([...guide.matchAll(/`([A-Z][A-Z_]+)[=`/]/g)].map(([, name]) => name));
  const known = settingsTable.map(({ name }) => name);
  expect([...named].filter((name) => !known.includes(name ?? ''))).toEqual([]);
  expect(named.size).toBeGreaterThan(8);
});
