/** What `--help` says: of everything, of a group of commands, of one command. */
import type { CommandWords, OperatorOption } from './command.ts';
import { brokenLines, pairs } from './terminal-text.ts';

/** How every command line begins. */
export const calledAs = 'npm run operator --';

/** Options that every command takes. */
export const commonOptions = {
  json: { type: 'boolean', about: 'Answer as JSON' },
  out: {
    type: 'string',
    value: 'FILE|DIR',
    about:
      'Where to write the files, or the answer where there are none; readable by you alone. - is stdout, for one file',
  },
  force: { type: 'boolean', about: 'Write over a file that is there' },
  help: { type: 'boolean', short: 'h', about: 'Say how this is called' },
} as const satisfies Record<string, OperatorOption>;

const exitCodes = [
  ['0', 'Done'],
  ['1', 'A problem, said in words'],
  ['2', 'What was looked for is not there'],
  ['3', 'A check found something wrong'],
  ['4', 'Not now, as things stand'],
  ['64', 'Wrong usage'],
] as const;

/** All commands, a line each. */
export function helpOfAll(commands: readonly CommandWords[]): string {
  return [
    `Usage: ${calledAs} COMMAND [options]`,
    listed('Commands', linesOf(commands)),
    listed('Options of every command', Object.entries(commonOptions).map(optionLine)),
    listed('Exit codes', exitCodes),
    paragraph(
      `${calledAs} COMMAND --help shows a command with examples. "npm run --silent operator" prints nothing but the answer.`,
    ),
    paragraph(
      'It works on the store of DATABASE_URL, else on the one in DATA_DIR, whether the server runs or not.',
    ),
  ].join('\n\n');
}

/** The commands that begin with the same word. */
export function helpOfGroup(commands: readonly CommandWords[]): string {
  return [listed('Commands', linesOf(commands)), ...commands.map(examplesOf)].join('\n\n');
}

/** The options of a command, its own first. One that says itself where it writes takes no `--force`. */
export function optionsOf({ options }: CommandWords): Readonly<Record<string, OperatorOption>> {
  const { force, ...common } = commonOptions;
  return { ...options, ...common, ...('out' in options ? {} : { force }), ...options };
}

export function helpOfCommand(command: CommandWords): string {
  const options = Object.entries(optionsOf(command));
  return [
    `Usage: ${usageOf(command)}`,
    paragraph(command.about),
    listed('Options', options.map(optionLine)),
    examplesOf(command),
  ].join('\n\n');
}

/** The whole line that calls a command, with what it cannot do without. */
export function usageOf({ name, positionals, options }: CommandWords): string {
  const values = positionals.map((value) => (isOptional(value) ? value : `<${value}>`));
  const required = Object.entries(options).filter(([, option]) => option.required);
  const named = required.map(([key, option]) => `--${key} ${option.value ?? 'VALUE'}`);
  return [calledAs, name, ...values, ...named, '[options]'].join(' ');
}

/** Whether a positional value may be left out. */
export function isOptional(positional: string): boolean {
  return positional.startsWith('[');
}

function linesOf(commands: readonly CommandWords[]) {
  return commands.map(({ name, about }) => [name, about] as const);
}

function optionLine([key, option]: readonly [string, OperatorOption]): readonly [string, string] {
  const value = option.type === 'string' ? ` ${option.value ?? 'VALUE'}` : '';
  return [`--${key}${value}`, `${option.about}${option.required ? ' (required)' : ''}`];
}

function examplesOf({ examples }: CommandWords): string {
  // A line to be copied stays whole, however long it is.
  return [
    'Examples',
    ...examples.flatMap(([line, does]) => [
      `  ${line.startsWith('npm ') ? line : `${calledAs} ${line}`}`,
      ...brokenLines(does, 74).map((part) => `      ${part}`),
    ]),
  ].join('\n');
}

function listed(title: string, entries: readonly (readonly [string, string])[]): string {
  const widest = Math.max(...entries.map(([name]) => name.length));
  const lines = entries.flatMap(([name, about]) =>
    brokenLines(about, 80 - widest - 4).map((line, index) => [index === 0 ? `  ${name}` : '', line] as const),
  );
  return `${title}\n${pairs(lines)}`;
}

function paragraph(text: string): string {
  return brokenLines(text).join('\n');
}
