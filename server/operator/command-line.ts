/** Reads what was typed after `npm run operator --`: which command with which values, or what to say instead. */
import { parseArgs } from 'node:util';
import type { CommandWords, OperatorCall } from './command.ts';
import { calledAs, helpOfAll, helpOfCommand, helpOfGroup, isOptional, optionsOf, usageOf } from './help.ts';
import { nearWords } from './near-words.ts';

/** What the frame itself does with a call. */
export interface Frame {
  readonly json: boolean;
  readonly out: string | undefined;
  readonly force: boolean;
}

export type CommandLine<Command extends CommandWords> =
  | { readonly kind: 'call'; readonly command: Command; readonly call: OperatorCall; readonly frame: Frame }
  | { readonly kind: 'help'; readonly text: string }
  /** Wrong usage, in words. */
  | { readonly kind: 'wrong'; readonly text: string };

/** Pure: reads no file and no environment. */
export function readCommandLine<Command extends CommandWords>(
  args: readonly string[],
  commands: readonly Command[],
): CommandLine<Command> {
  const typed = args[0] === 'help' ? [...args.slice(1), '--help'] : args;
  const firstOption = typed.findIndex((word) => word.startsWith('-'));
  const words = firstOption < 0 ? typed : typed.slice(0, firstOption);
  const command = commands
    .filter(({ name }) => beginsWith(words, name.split(' ')))
    .sort((one, other) => other.name.length - one.name.length)[0];
  if (command) return readCall(command, typed.slice(command.name.split(' ').length));
  return withoutCommand(words, typed.includes('--help') || typed.includes('-h'), commands);
}

function withoutCommand<Command extends CommandWords>(
  words: readonly string[],
  asksForHelp: boolean,
  commands: readonly Command[],
): CommandLine<Command> {
  const [first] = words;
  if (first === undefined) {
    const text = helpOfAll(commands);
    return asksForHelp ? { kind: 'help', text } : { kind: 'wrong', text };
  }
  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (words.length === 1 && group.length > 0)
    return { kind: asksForHelp ? 'help' : 'wrong', text: helpOfGroup(group) };
  const typed = words.slice(0, 2).join(' ');
  const names = commands.map(({ name }) => name);
  const near = nearWords(typed, names);
  const groups = nearWords(first, [...new Set(names.map((name) => name.split(' ')[0] ?? name))]);
  const meant = near.length > 0 ? near : names.filter((name) => groups.includes(name.split(' ')[0] ?? ''));
  return {
    kind: 'wrong',
    text: [
      `There is no command "${typed}".`,
      ...(meant.length > 0 ? ['Did you mean:', ...meant.map((name) => `  ${calledAs} ${name}`)] : []),
      `${calledAs} --help lists all commands.`,
    ].join('\n'),
  };
}

function readCall<Command extends CommandWords>(
  command: Command,
  args: readonly string[],
): CommandLine<Command> {
  const wrong = (problem: string) =>
    ({ kind: 'wrong', text: `${problem}\nUsage: ${usageOf(command)}` }) as const;
  const parsed = parse(command, args);
  if (typeof parsed === 'string') return wrong(parsed);
  const { positionals, values } = parsed;
  if (values['help'] === true) return { kind: 'help', text: helpOfCommand(command) };

  const missing = command.positionals.filter(
    (name, index) => !isOptional(name) && positionals[index] === undefined,
  );
  if (missing.length > 0) return wrong(missingOf(missing));
  const extra = positionals.slice(command.positionals.length);
  if (extra.length > 0) return wrong(`"${extra.join(' ')}" is more than this command takes.`);
  const lacking = Object.keys(command.options).filter(
    (key) => command.options[key]?.required && values[key] === undefined,
  );
  if (lacking.length > 0) return wrong(missingOf(lacking.map((key) => `--${key}`)));

  const { json, out, force } = values;
  const isOwn = ([key]: [string, unknown]) => key in command.options;
  return {
    kind: 'call',
    command,
    call: { positionals, options: Object.fromEntries(Object.entries(values).filter(isOwn)) },
    frame: {
      json: json === true,
      // A command that declares --out writes there itself.
      out: typeof out === 'string' && !('out' in command.options) ? out : undefined,
      force: force === true,
    },
  };
}

type Values = OperatorCall['options'];

/** The values, or what is wrong with them in a sentence. */
function parse(
  command: CommandWords,
  args: readonly string[],
): { readonly positionals: string[]; readonly values: Values } | string {
  const options = optionsOf(command);
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
    });
    return { positionals, values: values as Values };
  } catch (error) {
    const isUsage =
      error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
    if (!isUsage) throw error;
    const [unknown] = /(?<=Unknown option '--)[\w-]+/.exec(error.message) ?? [];
    const near = unknown ? nearWords(unknown, Object.keys(options)) : [];
    const [sentence] = error.message.split(/(?<=')\. /);
    return [
      `${sentence?.replace(/\.$/, '')}.`,
      ...(near.length > 0 ? [`Did you mean ${near.map((key) => `--${key}`).join(' or ')}?`] : []),
    ].join(' ');
  }
}

function missingOf(names: readonly string[]): string {
  return `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} missing.`;
}

function beginsWith(words: readonly string[], start: readonly string[]): boolean {
  return start.every((word, index) => words[index] === word);
}
