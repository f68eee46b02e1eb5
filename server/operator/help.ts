/** Formats the help texts: commander's help on one command (`helpLayout`) and the overview of all commands (`helpOfAll`). */
import { Help, type HelpConfiguration, type Option } from 'commander';
import type { CommandWords, OperatorOption } from './command.ts';

/** The words at the beginning of every command line. */
export const calledAs = 'npm run operator --';

/** The options that are common to all commands. */
export const commonOptions = {
  json: { about: 'Print the output as JSON' },
  out: {
    value: 'FILE|DIR',
    about:
      'Where to write the files of the command, or its output if it makes none; only you can read them. - means stdout, for a single file',
  },
  force: { about: 'Overwrite existing files' },
} as const satisfies Record<string, OperatorOption>;

/** The layout of help. It does not depend on the width of the terminal, so help texts can be compared and quoted. */
export const helpLayout = {
  helpWidth: 80,
  subcommandTerm: (command) => `${command.parent?.name()} ${command.name()}`,
  optionTerm: ({ flags }: Option) => flags.replace(/[<>]/g, ''),
} satisfies HelpConfiguration;

const exitCodes = {
  0: 'Done',
  1: 'A problem; the message says which',
  2: 'Not found',
  3: 'A check found something wrong',
  4: 'Not possible at the moment',
  64: 'Wrong usage',
};

/** Returns the overview: all commands, each with a description, then the common options and the exit codes. */
export function helpOfAll(commands: readonly CommandWords[]): string {
  const abouts = commands.map(({ name, about }) => [name, about] as const);
  const options = Object.entries<OperatorOption>(commonOptions).map(
    ([key, { value, about }]) => [value ? `--${key} ${value}` : `--${key}`, about] as const,
  );
  const version = ['--version', 'Show the version, and the commit that it was built from'] as const;
  return [
    `Usage: ${calledAs} COMMAND [options]`,
    listed('Commands:', abouts),
    listed('Options of every command:', [...options, ['-h, --help', 'Show its help, with examples']]),
    listed('Instead of a command:', [version]),
    listed('Exit codes:', Object.entries(exitCodes)),
    wrapped('"npm run --silent operator" prints nothing but the output.'),
    wrapped(
      'Commands run through the server at OPERATOR_SOCKET if that is set, or else on the store of DATABASE_URL, or else on the store in DATA_DIR, whether or not the server is running.',
    ),
  ].join('\n\n');
}

/** Returns the examples of a command. Their command lines are never wrapped, so they can be copied. */
export function examplesOf({ examples }: CommandWords): string {
  const lines = Object.entries(examples).flatMap(([line, does]) => [
    `  ${line.startsWith('npm ') ? line : `${calledAs} ${line}`}`,
    wrapped(does, 74).replace(/^/gm, '      '),
  ]);
  return ['Examples:', ...lines].join('\n');
}

const layout = Object.assign(new Help(), helpLayout);

function listed(title: string, entries: readonly (readonly [string, string])[]): string {
  const widest = Math.max(...entries.map(([name]) => name.length));
  const items = entries.map(([name, about]) => layout.formatItem(name, widest, about, layout));
  return [title, ...items].join('\n');
}

function wrapped(text: string, width = helpLayout.helpWidth): string {
  return layout.boxWrap(text, width);
}
