/**
 * Runs operator commands in the server's process. Most tests do not need a separate operator process for each command, and
 * starting one would take longer.
 */
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import type { OperatorIdentity } from '../../server/operator/access/operator-identity.ts';
import { runPermitted } from '../../server/operator/access/run-permitted.ts';
import { askRunningServer } from '../../server/operator/ask-running-server.ts';
import {
  fileOf,
  type HandOver,
  type OperatorCall,
  type OperatorCommand,
  type OperatorStore,
} from '../../server/operator/command.ts';
import { readCommandLine } from '../../server/operator/command-line.ts';
import { commands } from '../../server/operator/command-list.ts';
import { commandSocketOf } from '../../server/operator/operator-protocol.ts';
import type { Outcome } from '../../server/operator/outcome.ts';
import { outcomeOf } from '../../server/operator/outcome.ts';

/** The content of a file that a command reads or creates. */
export interface WholeFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The outcome of a command. `data` is cast without validation. */
export interface Called {
  readonly exitCode: number;
  readonly data: never;
  readonly text: string;
  readonly files: readonly WholeFile[];
}

export type CallOperator = (args: readonly string[], input?: WholeFile) => Promise<Called>;

/** Throws if a command creates files. Use it for commands that should not create any. */
export const takesNothing: HandOver = async (files) => {
  throw new Error(`The command created ${files.length} files.`);
};

const ada: OperatorIdentity = { uid: 65_001, name: 'ada' };

/** Returns a function that runs commands on a server as an operator, by default `ada`. */
export function operatorOf(
  { services }: { readonly services: OperatorStore },
  operator: OperatorIdentity = ada,
): CallOperator {
  return callingBy((command, call, take) =>
    outcomeOf(
      () => runPermitted(services, operator, command, call, take, () => {}),
      pino({ level: 'silent' }),
    ),
  );
}

/** Returns a function that sends commands to the socket of a server in another process, without an operator process. */
export function operatorAt(settings: Parameters<typeof commandSocketOf>[0]): CallOperator {
  return callingBy(async ({ name }, call, take) => {
    const outcome = await askRunningServer(
      commandSocketOf(settings),
      { command: name, call },
      take,
      () => {},
    );
    return outcome ?? { problem: 'No server is running.', exitCode: 4 };
  });
}

function callingBy(
  run: (command: OperatorCommand, call: OperatorCall, take: HandOver) => Promise<Outcome>,
): CallOperator {
  return async (args, input) => {
    const line = readCommandLine(args, commands);
    if (line.kind !== 'call') throw new Error(line.text);
    const { command } = line;
    if (!('run' in command)) throw new Error(`${command.name} must run in a separate process.`);
    const call = { ...line.call, ...(input && { input: fileOf(input.name, input.bytes) }) };
    const files: WholeFile[] = [];
    const take: HandOver = async (handed) => {
      for (const { name, content } of handed) files.push({ name, bytes: await buffer(content()) });
    };
    return calledOf(await run(command, call, take), files);
  };
}

function calledOf(outcome: Outcome, files: readonly WholeFile[]): Called {
  if ('problem' in outcome)
    return { exitCode: outcome.exitCode, data: undefined as never, text: outcome.problem, files };
  const { data, text, exitCode = 0 } = outcome.result;
  return { exitCode, data: JSON.parse(JSON.stringify(data)) as never, text, files };
}
