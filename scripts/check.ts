/**
 * `npm run check` checks types, lint rules and formatting, in parallel. Exits with 1 if a check fails. Also lists the legal
 * sources that must be checked again within 90 days (D60).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { legalPage, legalSources, reviewsDue } from './legal-dates.ts';

/** The top-level source folders. */
const folders = globSync('*/tsconfig.json').map(dirname).sort();

/** Folder for the compiler's saved state. With this state, the next check compiles only what has changed. */
const kept = 'node_modules/.cache/types';

const isTerminal = process.stdout.isTTY === true;

const steps: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
  ...folders.map(
    (folder) =>
      [
        `types of ${folder}/`,
        'tsc',
        [
          '-p',
          folder,
          '--pretty',
          String(isTerminal),
          // The folders are checked in parallel. Several checkers for each folder would repeat work.
          '--checkers',
          '1',
          '--incremental',
          '--tsBuildInfoFile',
          `${kept}/${folder}`,
        ],
      ] as const,
  ),
  [
    'lint and format',
    'biome',
    ['check', '--error-on-warnings', `--colors=${isTerminal ? 'force' : 'off'}`, '.'],
  ],
];

/** Runs all checks, and prints the output of each failed check. Resolves to whether all passed. */
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
  for (const due of reviewsDue(legalSources(readFileSync(legalPage, 'utf8')), new Date()))
    console.log(`! ${due}`);
  return passed.every(Boolean);
}

if (import.meta.main && !(await check())) process.exitCode = 1;
