/** `npm run check`: types of all rooms, lint and format, in parallel. Exits with 1 if one of them fails. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';

const rooms = globSync('*/tsconfig.json').map(dirname).sort();

/** Folder of the compiler's incremental state for each room, so that the next check covers only changes. */
const kept = 'node_modules/.cache/types';

const isTerminal = process.stdout.isTTY === true;

const steps: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
  ...rooms.map(
    (room) =>
      [
        `types of ${room}/`,
        'tsc',
        ['-p', room, '--pretty', String(isTerminal), '--incremental', '--tsBuildInfoFile', `${kept}/${room}`],
      ] as const,
  ),
  [
    'lint and format',
    'biome',
    ['check', '--error-on-warnings', `--colors=${isTerminal ? 'force' : 'off'}`, '.'],
  ],
];

/** Runs all steps, and prints the output of each that fails. Resolves to true if none does. */
export async function check(): Promise<boolean> {
  const passed = await Promise.all(
    steps.map(async ([name, command, args]) => {
      const step = spawn(command, args, {
        stdio: ['ignore', 'pipe', 'pipe'],
        shell: process.platform === 'win32',
      });
      const [out, error] = await Promise.all([text(step.stdout), text(step.stderr), once(step, 'close')]);
      console.log(`${step.exitCode === 0 ? '✓' : '✗'} ${name}`);
      if (step.exitCode !== 0) console.log(out + error);
      return step.exitCode === 0;
    }),
  );
  return passed.every(Boolean);
}

if (import.meta.main && !(await check())) process.exitCode = 1;
