/** Parses the arguments after `npm run operator --` with commander, according to the declarations of the commands. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { buildWords } from '../config/build-info.ts';
import type { CommandWords, OperatorCall, OperatorOption } from './command.ts';
import { calledAs, commonOptions, examplesOf, helpLayout, helpOfAll } from './help.ts';

/** The values of the options that every command has. */
export interface Frame {
  readonly json: boolean;
  readonly out: string | undefined;
  readonly force: boolean;
}

export type CommandLine<Words extends CommandWords> =
  | { readonly kind: 'call'; readonly command: Words; readonly call: OperatorCall; readonly frame: Frame }
  | { readonly kind: 'help'; readonly text: string }
  /** Wrong usage, with the error message for the operator. */
  | { readonly kind: 'wrong'; readonly text: string };

/** Parses arguments. Prints nothing and does not end the process. */
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
    // Commander's own help command takes only one word, but the names of most commands have two.
    program.parse(args[0] === 'help' ? [...args.slice(1), '--help'] : args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { kind: error.exitCode === 0 ? 'help' : 'wrong', text: text.trimEnd() };
  }
  const [call] = calls;
  if (!call) throw new Error('commander neither called a command nor refused the line');
  return call;
}

/** Adds a command to commander: in the group that its first word names, or without a group if its name is a single word. */
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
          // A command that declares --out itself writes its own file.
          out: 'out' in own ? undefined : values['out'],
          force: values['force'] === true,
        },
      );
    });
}

/** Returns a new command, in its group if it has one. The help of a group shows the examples of all its commands. */
function commandIn(program: Command, groupName: string, name: string | undefined, declared: CommandWords) {
  if (name === undefined) return program.command(groupName).helpCommand(false);
  const group =
    program.commands.find((one) => one.name() === groupName) ??
    program.command(groupName).usage('COMMAND [options]').helpCommand(false).showHelpAfterError();
  group.addHelpText('after', `\n${examplesOf(declared)}`);
  return group.command(name);
}

type Options = Readonly<Record<string, OperatorOption>>;

/**
 * Returns a command's own options, followed by the common ones. A command that declares --out itself gets no --force, because it
 * writes its own file and never overwrites one.
 */
function withCommonOptions(options: Options): Options {
  const { force, ...common } = commonOptions;
  return 'out' in options ? { ...common, ...options } : { ...options, ...common, force };
}

function commanderOption(key: string, { value, about, required }: OperatorOption): Option {
  const option = new Option(value === undefined ? `--${key}` : `--${key} <${value}>`, about);
  if (value !== undefined) option.argParser(checkedValue);
  if (required) option.description += ' (required)';
  return option.makeOptionMandatory(required === true);
}

/**
 * Returns a value that does not begin with a hyphen. Commander would read `--reason --json` as the reason "--json", but a
 * forgotten value must be an error.
 */
function checkedValue(value: string): string {
  if (/^-./.test(value)) throw new InvalidArgumentError('A value cannot begin with a hyphen.');
  return value;
}
