/** Calls a command in a test server's own process: for the many cases that need no process of their own. */
import { pino } from 'pino';
import type { OperatorContext, OperatorFile } from './command.ts';
import { readCommandLine } from './command-line.ts';
import { commands } from './commands.ts';
import type { Outcome } from './outcome.ts';
import { outcomeOf } from './outcome.ts';

/** How a call ended: its exit code, its data taken on trust to be what the caller names, and its words. */
export interface Called {
  readonly exitCode: number;
  readonly data: never;
  readonly text: string;
  readonly files: readonly OperatorFile[];
}

export type CallOperator = (args: readonly string[], input?: OperatorFile) => Promise<Called>;

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
    const call = { ...line.call, ...(input && { input }) };
    const context = { ...services, operator: 'ada' };
    return calledOf(await outcomeOf(() => command.run(context, call), pino({ level: 'silent' })));
  };
}

function calledOf(outcome: Outcome): Called {
  if ('problem' in outcome)
    return { exitCode: outcome.exitCode, data: undefined as never, text: outcome.problem, files: [] };
  const { data, text, files = [], exitCode = 0 } = outcome.result;
  return { exitCode, data: JSON.parse(JSON.stringify(data)) as never, text, files };
}
