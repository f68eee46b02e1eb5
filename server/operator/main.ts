/**
 * `npm run operator -- …`: parses the command line, and runs the command (D35). The modules that a command works with are
 * loaded only when it runs, so that help is quick.
 */
import { keepCompiled } from '../processes/compiled-code.ts';
import { keepMemoryOutOfCoreFiles } from '../processes/core-files.ts';

keepMemoryOutOfCoreFiles();
keepCompiled();
const { readCommandLine } = await import('./command-line.ts');
const { commands } = await import('./command-list.ts');

// The reader has closed the pipe, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const line = readCommandLine(args, commands);
  if (line.kind !== 'call') {
    const [stream, exitCode] = line.kind === 'help' ? [process.stdout, 0] : [process.stderr, 64];
    stream.write(`${line.text}\n`);
    return exitCode;
  }
  const { runCommand } = await import('./run-command.ts');
  return runCommand(line);
}
