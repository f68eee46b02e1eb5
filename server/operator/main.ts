/** Parses a command line and runs its command (D35). Loads the code of commands only after parsing, so help appears quickly. */
import { prepareProcess } from '../processes/prepare-process.ts';

prepareProcess();
const { readCommandLine } = await import('./command-line.ts');
const { commands } = await import('./command-list.ts');

// EPIPE means that the reader has closed the pipe, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const line = readCommandLine(process.argv.slice(2), commands);
if (line.kind === 'call') {
  const { runCommand } = await import('./run-command.ts');
  process.exitCode = await runCommand(line);
} else {
  const [stream, exitCode] = line.kind === 'help' ? [process.stdout, 0] : [process.stderr, 64];
  stream.write(`${line.text}\n`);
  process.exitCode = exitCode;
}
