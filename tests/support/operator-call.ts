/** Calls a command in a test server's own process: for the many cases that need no process of their own. */
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import type { HandOver, OperatorContext } from './command.ts';
import { readCommandLine } from './command-line.ts';
import { commands } from './commands.ts';
import { fileOf } from './operator-file.ts';
import type { Outcome } from './outcome.ts';
import { outcomeOf } from './outcome.ts';

/** A file that a command read or handed over, whole. */
export interface WholeFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** How a call ended: its exit code, its data taken on trust to be what the caller names, and its words. */
export interface Called {
  readonly exitCode: number;
  readonly data: never;
  readonly text: string;
  readonly files: readonly WholeFile[];
}

export type CallOperator = (args: readonly string[], input?: WholeFile) => Promise<Called>;

/** For commands that hand no file over. */
export const takesNothing: HandOver = async (files) => {
  throw new Error(`Nobody takes ${files.length} files here.`);
};

/** The operator `ada` of a server. */
export function operatorOf({
  services,
}: {
  readonly services: Omit<OperatorContext, 'operator'>;
}): CallOperator {
  return async (args, input) => {
    const line = readCommandLine(args, commands);
    if (line.kind !== 'call') throw new Error(line.text);
    const { command } = line;
    if (!('run' in command)) throw new Error(`${command.name} needs a process.`);
    const call = { ...line.call, ...(input && { input: fileOf(input.name, input.bytes) }) };
    const context = { ...services, operator: 'ada' };
    const files: WholeFile[] = [];
    const take: HandOver = async (handed) => {
      for (const { name, content } of handed) files.push({ name, bytes: await buffer(content()) });
    };
    return calledOf(
      await outcomeOf(() => command.run(context, call, take), pino({ level: 'silent' })),
      files,
    );
  };
}

function calledOf(outcome: Outcome, files: readonly WholeFile[]): Called {
  if ('problem' in outcome)
    return { exitCode: outcome.exitCode, data: undefined as never, text: outcome.problem, files };
  const { data, text, exitCode = 0 } = outcome.result;
  return { exitCode, data: JSON.parse(JSON.stringify(data)) as never, text, files };
}
