import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCommandLine } from './command-line.ts';
import { commands } from './command-list.ts';

/** Returns the words of a line, split as a shell would. */
const wordsOf = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

const read = (line: string) => readCommandLine(wordsOf(line), commands);

/** Returns the error message if the command line is wrong, and otherwise the outcome's kind. */
function wrongText(line: string): string {
  const outcome = read(line);
  return outcome.kind === 'wrong' ? outcome.text : outcome.kind;
}

describe('a command line', () => {
  test('becomes a call: values in order, options by name, and the common options apart', () => {
    expect(
      read('applications show QWER-1234-5678 --reveal --reason=why --json --out x --force'),
    ).toMatchObject({
      kind: 'call',
      command: { name: 'applications show' },
      call: { positionals: ['QWER-1234-5678'], options: { reveal: true, reason: 'why' } },
      frame: { json: true, out: 'x', force: true },
    });
  });

  test('is refused with a missing or extra value, or an unknown, empty or missing option', () => {
    expect(wrongText('applications show')).toContain("missing required argument 'id|reference'");
    expect(wrongText('applications show a b')).toContain('Expected 1 argument but got 2: a, b');
    expect(wrongText('applications show a --revael')).toContain('Did you mean --reveal?');
    expect(wrongText('applications show a --reason')).toContain('argument missing');
    expect(wrongText('keys issue --store 10000005')).toContain("'--program <KEY>' not specified");
    expect(wrongText('keys issue --store 1')).toContain(
      'Usage: npm run operator -- keys issue --program KEY --store DIGITS [options]',
    );
  });

  test('does not take the next option for a forgotten value', () => {
    expect(wrongText('applications withdraw a --reason --json')).toContain("'--reason <TEXT>'");
    expect(read('applications export --format csv --out -')).toMatchObject({ frame: { out: '-' } });
  });

  test('leaves --out to a command that declares it', () => {
    const backup = {
      name: 'store keep',
      about: '',
      positionals: [],
      options: { out: { value: 'FILE', about: '', required: true } },
      examples: {},
    } as const;
    expect(readCommandLine(['store', 'keep', '--out', 'x'], [backup])).toMatchObject({
      call: { options: { out: 'x' } },
      frame: { out: undefined },
    });
    expect(readCommandLine(['store', 'keep'], [backup])).toMatchObject({ kind: 'wrong' });
    expect(readCommandLine(['store', 'keep', '--out', 'x', '--force'], [backup])).toMatchObject({
      kind: 'wrong',
    });
  });

  test('asks for help on all commands, a group or a command', () => {
    for (const line of ['--help', '-h', 'help']) expect(read(line)).toMatchObject({ kind: 'help' });
    expect(read('keys --help')).toMatchObject({ kind: 'help', text: expect.stringContaining('keys revoke') });
    expect(read('help keys issue')).toEqual(read('keys issue --help'));
    expect(wrongText('keys')).toContain('keys revoke');
  });

  test('has help that fits 80 columns, except for lines to be copied', () => {
    const helps = ['--help', ...commands.map(({ name }) => `${name} --help`)].map(read);
    const lines = helps.flatMap((help) => (help.kind === 'help' ? help.text.split('\n') : []));
    const isCopied = (line: string) => /^(Usage: | {2}npm run )/.test(line);
    expect(lines.filter((line) => line.length > 80 && !isCopied(line))).toEqual([]);
    expect(lines.length).toBeGreaterThan(200);
  });

  test('that names no command gets suggestions of similar ones', () => {
    expect(wrongText('key issue')).toContain('Did you mean keys?');
    expect(wrongText('keys isue')).toContain('Did you mean issue?');
    expect(wrongText('keys frobnicate')).toContain('keys revoke');
    expect(wrongText('frobnicate')).not.toContain('Did you mean');
  });
});

test('every command is listed once', () => {
  const names = commands.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

const root = join(import.meta.dirname, '../..');
const pages = globSync(['README.md', 'docs/**/*.md'], { cwd: root }).map((page) =>
  readFileSync(join(root, page), 'utf8'),
);
const documented = pages.flatMap((page) =>
  [...page.matchAll(/^npm run (?:--silent )?operator -- (.*?)(?: [>|#].*)?$/gm)].map(([, line = '']) => line),
);

test.each([...new Set(documented)])('the docs call %s correctly', (line) => {
  expect(read(line)).not.toMatchObject({ kind: 'wrong' });
});

describe.each(commands)('$name', (command) => {
  test('has help with its options, and examples that work', () => {
    const help = read(`${command.name} --help`);
    const text = help.kind === 'help' ? help.text : '';
    for (const name of Object.keys(command.options ?? {})) expect(text).toContain(`--${name}`);
    const lines = Object.keys(command.examples);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(text).toContain(line);
      expect([line, read(line)]).toMatchObject([line, { kind: 'call', command }]);
    }
  });
});
