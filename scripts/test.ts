/**
 * `npm test`: types, lint, the page's build, and the tests without and in a browser, in the order in which a failure is
 * cheapest to find. `npm run test:unit -- name`, `test:browser`, `test:long`, `test:accessibility` run one project of
 * `vitest.config.ts`, and of it the files whose path has the name; `test:changed` what a change since `main`, or
 * `-- --since <commit>`, can affect.
 * Exits with the first failing step's code.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBrowser } from '../tests/support/browser/find-browser.ts';
import { affectedBy } from './affected-tests.ts';
import { buildPage, builds } from './build.ts';
import { check } from './check.ts';

/** Where Node keeps what it has compiled: tests start some hundred processes and threads of the same modules. */
const compileCache = resolve('node_modules/.cache/compiled');

/** Runs Vitest; where it fails, this process ends with its code. */
function vitest(projects: readonly string[], args: readonly string[]): void {
  const chosen = projects.flatMap((project) => ['--project', project]);
  const { status } = spawnSync('vitest', ['run', ...chosen, ...args], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  if (status !== 0) process.exit(status ?? 1);
}

function prepareBrowser(): void {
  for (const build of Object.values(builds)) buildPage(build);
  ensureBrowser();
}

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

/** Where this branch left `main`. */
const whereMainWasLeft = () => git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD';

function testChanged(args: string[]): void {
  const { values } = parseArgs({ args, options: { since: { type: 'string' } } });
  const since = values.since ?? whereMainWasLeft();
  const changed = [
    ...git('diff', '--name-only', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const browserTests = globSync('tests/browser/*.test.ts').sort();
  const affected = affectedBy(
    changed,
    browserTests.map((path) => ({ path, text: readFileSync(path, 'utf8') })),
  );
  console.log(`${changed.length} files changed since ${since}`);
  console.log(`Without a browser: ${affected.unit.why}.`);
  const without = (args: readonly string[]) =>
    vitest(['unit', 'long'], [...args, '--exclude', 'tests/browser/**']);
  without(affected.unit.all ? [] : ['--changed', since, '--passWithNoTests']);
  if (!affected.unit.all) without(affected.unit.files);
  console.log(`In a browser: ${affected.browser.why}.`);
  if (affected.browser.files.length === 0) return;
  prepareBrowser();
  vitest(['browser', 'long'], affected.browser.files);
}

const [what, ...rest] = process.argv.slice(2);
if (what === 'unit') vitest(['unit'], rest);
else if (what === 'changed') testChanged(rest);
else if (what === 'browser' || what === 'long' || what === 'accessibility') {
  prepareBrowser();
  vitest([what], rest);
} else {
  if (!(await check())) process.exit(1);
  prepareBrowser();
  vitest(['unit', 'browser'], process.argv.slice(2));
}
