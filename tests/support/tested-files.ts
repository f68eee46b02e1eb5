/**
 * Runs the test files that prove a requirement, in a separate process. Returns the numbers of passed and failed tests as figures.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countOnly, type Figure, mustBeZero } from './figures.ts';
import { roundsOfAll } from './rounds.ts';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly success: boolean;
  /** One result for each file that ran. `name` is the file's full path. */
  readonly testResults: readonly { readonly name: string }[];
}

const projects = ['unit', 'browser', 'long', 'thorough', 'attack'].flatMap((project) => [
  '--project',
  project,
]);

/** Runs complete test files on both stores. The first figure is not met if a file fails or does not run. */
export async function figuresOfTests(files: readonly string[]): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tested-'));
  try {
    const outputFile = join(folder, 'report.json');
    const reporting = ['--reporter=json', `--outputFile=${outputFile}`];
    const tests = spawn('vitest', ['run', ...projects, ...reporting, ...files], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ROUNDS: String(roundsOfAll) },
    });
    const end = () => void tests.kill();
    process.on('exit', end);
    await once(tests, 'exit');
    process.off('exit', end);
    const { numPassedTests, numFailedTests, success, testResults } = JSON.parse(
      await readFile(outputFile, 'utf8'),
    ) as Report;
    const isRun = (file: string) => testResults.some(({ name }) => name.endsWith(`/${file}`));
    return [
      { ...countOnly('passed tests', numPassedTests), met: success && files.every(isRun) },
      mustBeZero('failed tests', numFailedTests),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
