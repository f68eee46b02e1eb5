/** Parses the arguments after `npm run operator --` with commander, based on the declarations of the commands. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { buildWords } from '../config/build-info.ts';
import type { CommandWords, OperatorCall, OperatorOption } from './command.ts';
import { calledAs, commonOptions, examplesOf, helpLayout, helpOfAll } from './help.ts';

/** The values of the common options. A command may have its own `--out`, and then has no common one and no `--force`. */
export interface Frame {
  readonly json: boolean;
  readonly out: string | undefined;
  readonly force: boolean;
}

export type CommandLine<Words extends CommandWords> =
  | { readonly kind: 'call'; readonly command: Words; readonly call: OperatorCall; readonly frame: Frame }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'wrong'; readonly text: string };

/** Parses command-line arguments. Prints nothing and does not end the process. */
export function readCommandLine<Words extends CommandWords>(
  args: readonly string[],
  commands: readonly Words[],
): CommandLine<Words> {
  const calls: CommandLine<Words>[] = [];
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  const program = new Command(calledAs)
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: write })
    .configureHelp(helpLayout)
    .helpCommand(false)
    .helpOption('-h, --help', 'Show this help')
    .version(buildWords, '--version')
    .showHelpAfterError(`${calledAs} --help lists all commands.`);
  program.helpInformation = () => helpOfAll(commands);
  for (const command of commands)
    addCommand(program, command, (call, frame) => calls.push({ kind: 'call', command, call, frame }));
  try {
    // Commander's own help command takes only one word, but most command names have two.
    program.parse(args[0] === 'help' ? [...args.slice(1), '--help'] : args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { kind: error.exitCode === 0 ? 'help' : 'wrong', text: text.trimEnd() };
  }
  const [call] = calls;
  if (!call) throw new Error('commander neither called a command nor refused the line');
  return call;
}

/** Adds a command to commander. The first word of a two-word name is the command's group. */
function addCommand(
  program: Command,
  declared: CommandWords,
  onCall: (call: OperatorCall, frame: Frame) => void,
): void {
  const [groupName = '', name] = declared.name.split(' ');
  const command = commandIn(program, groupName, name, declared).description(declared.about);
  for (const positional of declared.positionals ?? []) command.argument(positional);
  const own = declared.options ?? {};
  const options = Object.entries(withCommonOptions(own)).map(
    ([key, option]) => [key, commanderOption(key, option)] as const,
  );
  for (const [, option] of options) command.addOption(option);
  const positionals = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  const required = options.filter(([, option]) => option.mandatory);
  const terms = required.map(([, option]) => helpLayout.optionTerm(option));
  command
    .usage([...positionals, ...terms, '[options]'].join(' '))
    .addHelpText('after', `\n${examplesOf(declared)}`)
    .showHelpAfterError(`Usage: ${command.createHelp().commandUsage(command)}`)
    .action(() => {
      const values = Object.fromEntries(
        options.map(([key, option]) => [key, command.getOptionValue(option.attributeName())]),
      );
      const given = Object.entries(values).filter(([key, value]) => key in own && value !== undefined);
      onCall(
        { positionals: command.args, options: Object.fromEntries(given) },
        {
          json: values['json'] === true,
          // A command that declares its own option --out writes the output file itself.
          out: 'out' in own ? undefined : values['out'],
          force: values['force'] === true,
        },
      );
    });
}

/** Adds a command to the top level or, if its name has two words, to a group. A group's help shows its commands' examples. */
function commandIn(program: Command, groupName: string, name: string | undefined, declared: CommandWords) {
  if (name === undefined) return program.command(groupName).helpCommand(false);
  const group =
    program.commands.find((one) => one.name() === groupName) ??
    program.command(groupName).usage('COMMAND [options]').helpCommand(false).showHelpAfterError();
  group.addHelpText('after', `\n${examplesOf(declared)}`);
  return group.command(name);
}

/**
 * Returns a command's own options and the common options. A command that declares its own --out never overwrites a file, so it
 * has no --force.
 */
function withCommonOptions(options: NonNullable<CommandWords['options']>): typeof options {
  const { force, ...common } = commonOptions;
  return 'out' in options ? { ...common, ...options } : { ...options, ...common, force };
}

function commanderOption(key: string, { value, about, required }: OperatorOption): Option {
  const option = new Option(value === undefined ? `--${key}` : `--${key} <${value}>`, about);
  if (value !== undefined) option.argParser(checkedValue);
  if (required) option.description += ' (required)';
  return option.makeOptionMandatory(required === true);
}

/** Refuses values that begin with a hyphen (except `-`). Commander would read `--reason --json` as the reason "--json". */
function checkedValue(value: string): string {
  if (/^-./.test(value)) throw new InvalidArgumentError('A value cannot begin with a hyphen.');
  return value;
}
