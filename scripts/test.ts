/**
 * `npm test`: types, lint, the page's build, and every test, in the order in which a failure is cheapest to find.
 * Exits with the first failing step's code.
 */
import { spawnSync } from 'node:child_process';
import { ensureBrowser } from '../tests/browser/find-browser.ts';
import { buildPage, builds } from './build.ts';

const rooms = ['form', 'api', 'server', 'web', 'tests'];

const steps: ReadonlyArray<readonly [name: string, command: string, args: readonly string[]]> = [
  ...rooms.map((room) => [`types of ${room}/`, 'tsc', ['-p', room]] as const),
  ['lint and format', 'biome', ['check', '--error-on-warnings', '.']],
];

function run(name: string, command: string, args: readonly string[]): void {
  console.log(`\n— ${name}`);
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}

for (const step of steps) run(...step);
console.log('\n— the page and a browser');
for (const build of Object.values(builds)) buildPage(build);
ensureBrowser();
run('tests', 'vitest', ['run', ...process.argv.slice(2)]);
