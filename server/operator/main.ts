/** `npm run operator -- …`: reads the command, has it run where the store is, and prints and writes its answer (D35). */
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { basename } from 'node:path';
import { pino } from 'pino';
import { loggerOptions } from '../logging.ts';
import type { Settings } from '../settings.ts';
import { readSettings } from '../settings.ts';
import type { OperatorCall, OperatorCommand, OperatorResult, StandaloneCommand } from './command.ts';
import { OperatorProblem } from './command.ts';
import type { Frame } from './command-line.ts';
import { readCommandLine } from './command-line.ts';
import { commands } from './commands.ts';
import { openContext } from './open-context.ts';
import { askRunningServer } from './operator-socket.ts';
import { outcomeOf, problemOf } from './outcome.ts';
import { checkOutput, writeOutput } from './output-files.ts';

const wrongUsage = 64;

/** Bytes of a file that a command reads: more than any document may have, and no more than a running server takes. */
const largestInput = 11 * 1_048_576;

/** On stderr, and only what went wrong: stdout is for the answer. */
const log = pino({ ...loggerOptions('warn') }, pino.destination({ dest: 2, sync: true }));

// Whoever read the answer has seen enough, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const line = readCommandLine(args, commands);
  if (line.kind === 'help') return say(line.text, 0);
  if (line.kind === 'wrong') return note(line.text, wrongUsage);
  const read = readSettings(process.env);
  if (!read.ok) return note(read.problems.join('\n'), 1);
  const outcome = await outcomeOf(async () => {
    checkOutput(line.frame);
    const call = await withInput(line.command, line.call);
    return run(line.command, call, read.settings);
  }, log);
  if ('problem' in outcome) return note(outcome.problem, outcome.exitCode);
  return handOver(outcome.result, line.frame).catch((error: NodeJS.ErrnoException) =>
    note(
      error instanceof OperatorProblem ? error.message : `The answer cannot be written (${error.code}).`,
      1,
    ),
  );
}

/** Runs a command on the store: in the server that holds the embedded one, where one runs; else here. */
async function run(
  command: OperatorCommand | StandaloneCommand,
  call: OperatorCall,
  settings: Settings,
): Promise<OperatorResult> {
  if ('runAlone' in command) return command.runAlone(settings, call);
  const operator = loginName();
  if (settings.databaseUrl === undefined) {
    const request = { command: command.name, call, operator };
    const answered = await askRunningServer(settings.dataDir, request);
    if (answered && 'result' in answered) return answered.result;
    if (answered) throw problemOf(answered);
  }
  const { context, close } = await openContext(settings, operator, log);
  try {
    return await command.run(context, call);
  } finally {
    await close();
  }
}

/** Who calls, and behind sudo who that is in truth. */
function loginName(): string {
  const { SUDO_USER } = process.env;
  try {
    const { username } = userInfo();
    return SUDO_USER && SUDO_USER !== username ? `${SUDO_USER} as ${username}` : username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

async function withInput({ positionals, reads }: OperatorCommand | StandaloneCommand, call: OperatorCall) {
  const path = reads === undefined ? undefined : call.positionals[positionals.indexOf(reads)];
  if (path === undefined) return call;
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > largestInput)
    throw new OperatorProblem(`${path} is too large.`);
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorProblem(`${path} cannot be read (${error.code}).`, error.code === 'ENOENT' ? 2 : 1);
  });
  return { ...call, input: { name: basename(path), bytes } };
}

/** Writes the files, or the answer where `--out` is given and there are none, and prints the rest. */
async function handOver(result: OperatorResult, frame: Frame): Promise<number> {
  const { data, text, files = [], exitCode = 0 } = result;
  const answer = frame.json ? JSON.stringify(data, null, 2) : text;
  if (exitCode === 2 || exitCode === 4) return frame.json ? say(answer, exitCode) : note(answer, exitCode);
  if (files.length === 0 && frame.out === undefined) return say(answer, exitCode);
  const answerFile = { name: frame.json ? 'answer.json' : 'answer.txt', bytes: Buffer.from(`${answer}\n`) };
  const written = await writeOutput(files.length > 0 ? files : [answerFile], frame);
  note(written.map((path) => `Wrote ${path}`).join('\n'), exitCode);
  return files.length > 0 ? say(answer, exitCode) : exitCode;
}

function say(text: string, exitCode: number): number {
  process.stdout.write(`${text}\n`);
  return exitCode;
}

function note(text: string, exitCode: number): number {
  process.stderr.write(`${text}\n`);
  return exitCode;
}
