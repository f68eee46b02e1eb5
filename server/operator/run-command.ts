/** Runs a command in the process that has the store open, and prints or writes its output (D35). */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { pino } from 'pino';
import { readSettings, type Settings } from '../config/settings.ts';
import { loggerOptions } from '../observability/logging.ts';
import { errorCode } from '../programs/program-folder.ts';
import { callingOperator } from './access/operator-identity.ts';
import { runPermitted } from './access/run-permitted.ts';
import { askRunningServer } from './ask-running-server.ts';
import {
  type AnyCommand,
  fileOf,
  type HandOver,
  type OperatorCall,
  OperatorProblem,
  type OperatorResult,
} from './command.ts';
import type { CommandLine, Frame } from './command-line.ts';
import { openContext } from './open-context.ts';
import { commandSocketOf } from './operator-protocol.ts';
import { outcomeOf, problemOf } from './outcome.ts';
import { checkOutput, ReaderGone, standardOutput, writeOutput } from './output-files.ts';

type Call = Extract<CommandLine<AnyCommand>, { kind: 'call' }>;

/** Number of bytes of a file that are read at a time. */
const pieceSize = 256 * 1024;

/** Logs warnings and errors to stderr, because stdout is for the output. */
const log = pino(loggerOptions('warn'), pino.destination({ dest: 2, sync: true }));

/** Runs the command that a command line calls, and returns the exit code. */
export async function runCommand(line: Call): Promise<number> {
  const read = readSettings(process.env);
  if (!read.ok) return note(read.problems.join('\n'), 1);
  let paths: readonly string[] | undefined;
  let isReaderGone = false;
  const takeFiles: HandOver = async (files) => {
    paths = [];
    try {
      paths = await writeOutput(files, line.frame);
    } catch (error) {
      isReaderGone = error instanceof ReaderGone;
      throw error;
    }
  };
  const outcome = await outcomeOf(async () => {
    checkOutput(line.frame);
    return run(line.command, await withInput(line.command, line.call), read.settings, takeFiles);
  }, log);
  if (isReaderGone) return 0;
  if (paths?.length) note(wrote(paths), 0);
  if ('problem' in outcome) return note(outcome.problem, outcome.exitCode);
  return printOutput(outcome.result, line.frame, paths !== undefined);
}

/**
 * Runs a standalone command in this process. Runs any other command in the server at OPERATOR_SOCKET. If OPERATOR_SOCKET is not
 * set, uses the running server of the embedded store, or this process if no such server is running.
 */
async function run(
  command: AnyCommand,
  call: OperatorCall,
  settings: Settings,
  takeFiles: HandOver,
): Promise<OperatorResult> {
  if ('runAlone' in command) return command.runAlone(settings, call);
  const { databaseUrl, operatorSocket } = settings;
  if (databaseUrl === undefined || operatorSocket !== undefined) {
    const request = { command: command.name, call };
    const outcome = await askRunningServer(commandSocketOf(settings), request, takeFiles, tell);
    if (outcome && 'result' in outcome) return outcome.result;
    if (outcome) throw problemOf(outcome);
    if (operatorSocket !== undefined) throw new OperatorProblem('No server runs at OPERATOR_SOCKET.', 4);
  }
  const { store, close } = await openContext(settings, log);
  try {
    return await runPermitted(store, await callingOperator(), command, call, takeFiles, tell);
  } finally {
    await close();
  }
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Returns the call with `input`: the file that the command reads, if any. @throws OperatorProblem if the file is unreadable */
async function withInput({ positionals = [], reads }: AnyCommand, call: OperatorCall): Promise<OperatorCall> {
  const path = reads === undefined ? undefined : call.positionals[positionals.indexOf(reads)];
  if (path === undefined) return call;
  const file = await open(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  const isFolder = (await file.stat()).isDirectory();
  await file.close();
  if (isFolder) throw new OperatorProblem(`${path} is a folder.`);
  return { ...call, input: { name: basename(path), content: () => contentOf(path) } };
}

async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: pieceSize });
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): OperatorProblem {
  const code = errorCode(error);
  return new OperatorProblem(`${path} cannot be read (${code}).`, code === 'ENOENT' ? 2 : 1);
}

/** Writes the output to `--out` if that is a path and the command made no files. Otherwise prints it. Returns the exit code. */
async function printOutput(result: OperatorResult, frame: Frame, hasFiles: boolean): Promise<number> {
  const { data, text, exitCode = 0 } = result;
  const output = frame.json ? JSON.stringify(data, null, 2) : text;
  // If a file is written to stdout, the output goes to stderr, so stdout contains nothing but the file.
  if (hasFiles && frame.out === standardOutput) return note(output, exitCode);
  if (hasFiles || frame.out === undefined || frame.out === standardOutput) {
    process.stdout.write(`${output}\n`);
    return exitCode;
  }
  const file = fileOf(frame.json ? 'answer.json' : 'answer.txt', Buffer.from(`${output}\n`));
  const written = await outcomeOf(
    async () => ({ data: null, text: wrote(await writeOutput([file], frame)) }),
    log,
  );
  return 'problem' in written ? note(written.problem, written.exitCode) : note(written.result.text, exitCode);
}

function wrote(paths: readonly string[]): string {
  return paths.map((path) => `Wrote ${path}`).join('\n');
}

function note(text: string, exitCode: number): number {
  tell(text);
  return exitCode;
}
