/** Tests that the names, commands, settings and rules on the pages match the repository. */
import { existsSync } from 'node:fs';
import { basename, join, parse } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { settingsTable } from '../../server/config/settings.ts';
import { files, madeByRunning, read, root, testsNamedIn } from '../support/repository.ts';

const pages = [
  'ARCHITECTURE.md',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...files.filter((file) => /^docs\/.*\.md$/.test(file)),
];
const readme = read('README.md');

describe('docs/spec-coverage.md', () => {
  const rows = read('docs/spec-coverage.md')
    .split('\n')
    .map((line) => /^\| (\d+)\.(\d+) \|.*\| ([^|]*) \|$/.exec(line))
    .filter((row) => row !== null)
    .map(([, section, number, proof = '']) => ({ id: `${section}.${number}`, section, number, proof }));

  test('numbers the rows of each section from 1 without a gap', () => {
    expect([...new Set(rows.map(({ section }) => section))]).toEqual(['2', '3', '5', '7', '8', '9']);
    for (const section of new Set(rows.map((row) => row.section))) {
      const numbers = rows.filter((row) => row.section === section).map(({ number }) => Number(number));
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    }
  });

  test('names an existing test file for every row, or says what is missing', () => {
    const vague = rows.filter(({ proof }) => testsNamedIn(proof).length === 0 && !/open: \S+/.test(proof));
    expect(vague.map(({ id }) => id)).toEqual([]);
    const named = rows.flatMap(({ id, proof }) => testsNamedIn(proof).map((file) => ({ id, file })));
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter(({ file }) => !files.includes(file))).toEqual([]);
  });
});

describe('the pages', () => {
  /**
   * Returns the texts in code style that look like paths: they contain a slash or a file extension, but are not web addresses or
   * routes.
   */
  function pathsIn(page: string): string[] {
    return [...page.matchAll(/`([^`\n]+)`/g)]
      .map(([, text = '']) => text)
      .map((text) => text.replace(/^\.\//, ''))
      .filter((text) => /^[\w.][\w.-]*(\/[\w.*-]*)*$/.test(text))
      .filter((text) => /\/|\.(ts|tsx|md|json|css|sql|png|ya?ml)$/.test(text))
      .filter((text) => !/^[A-Z_]+\//.test(text));
  }

  const isThere = (path: string) =>
    existsSync(join(root, path)) ||
    madeByRunning.includes(parse(path).name) ||
    madeByRunning.includes(path.split('/')[0] ?? '');

  /** Returns the script of package.json that an npm command runs, or undefined if the command runs no script. */
  function scriptOf(command: string): string | undefined {
    const [, name, script] = /^npm (\w+)(?: ([\w:-]+))?/.exec(command) ?? [];
    const scripts: Readonly<Record<string, string>> = packageJson.scripts;
    return scripts[name === 'run' ? (script ?? '') : (name ?? '')];
  }

  test.each(pages)('%s names only paths that exist', (page) => {
    expect(pathsIn(read(page)).filter((path) => !isThere(path))).toEqual([]);
  });

  test.each(pages)('%s names only npm commands that exist', (page) => {
    const commands = [...read(page).matchAll(/\bnpm (?:run [\w:-]+|[a-z]+)/g)].map(([command]) => command);
    const broken = commands.filter((command) => {
      if (/^npm (ci|audit|prune)$/.test(command)) return !existsSync(join(root, 'package-lock.json'));
      const started = scriptOf(command)?.replace(/^node (?:--\S+ )*(\S+).*$/, '$1');
      return started === undefined || !existsSync(join(root, started));
    });
    expect(broken).toEqual([]);
  });

  test('the README names a path and a command', () => {
    expect(pathsIn(readme)).toContain('form/screens/screens.ts');
    expect(readme).toContain('npm ci && npm start');
  });

  test('the pages list exactly the settings that the server reads', () => {
    const rows = settingsTable.map(
      (setting) =>
        `| \`${setting.name}\` | ${setting.default ? `\`${setting.default}\`` : ''} | ${setting.about} |`,
    );
    const shown = read('docs/settings.md')
      .split('\n')
      .filter((line) => /^\| `[A-Z_]+` \|/.test(line));
    expect(shown).toEqual(rows);
  });

  test('the README stays under 120 lines', () => {
    expect(readme.split('\n').length).toBeLessThan(120);
  });
});

describe('docs/glossary.md', () => {
  const rows = read('docs/glossary.md')
    .split('\n')
    .map((line) => /^\| ([^|]+) \| [^|]+ \| (.+) \|$/.exec(line))
    .filter((row) => row !== null && row[1] !== 'term' && !row[1]?.startsWith('-'));
  const named = rows.flatMap((row) =>
    [...(row?.[2] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );
  const code = files
    .filter((file) => /^(form|copy|api|server|web)\/.*\.tsx?$/.test(file) && !file.includes('.test.'))
    .map(read)
    .join('\n');

  test('names existing types, functions and values', () => {
    const isDeclared = (name: string) =>
      new RegExp(`\\b(?:const|function|interface|type|class) ${name}\\b|readonly ${name}\\??:`).test(code);
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((name) => !isDeclared(name))).toEqual([]);
  });
});

describe('the repository', () => {
  test('has no to-do notes in its sources', () => {
    // Assembled from parts, so that this line does not match its own pattern.
    const note = new RegExp(`\\b(${['TO', 'FIX'].join('DO|')}ME)\\b`);
    const sources = files.filter((file) => /\.(ts|tsx|css|sql|md|json)$/.test(file));
    expect(sources.filter((file) => note.test(read(file)))).toEqual([]);
  });

  test('has no file or folder with a vague name', () => {
    const vague = /^(utils?|helpers?|common|misc)$/;
    const isVague = (path: string) =>
      path.split('/').some((part) => vague.test(parse(part).name)) || /^index\.tsx?$/.test(basename(path));
    expect(files.filter(isVague)).toEqual([]);
  });
});
