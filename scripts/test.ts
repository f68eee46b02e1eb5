/**
 * `npm test` runs the type check, lint, the page's build, and the unit and browser tests, fastest first. `npm run test:unit`,
 * `test:browser`, `test:long` and `test:accessibility` each run one project of `vitest.config.ts`. `-- name` limits a run to the
 * files whose path contains the name. `test:changed` runs the tests that can be affected by the changes since `main`, or since
 * the commit in `-- --since <commit>`. `test:all` runs every suite, and ends with a line for each. Thorough tests run in
 * `test:all` and `test:changed`, in `test:long` with `-- name`, and in `test:browser` with `-- name` or `-- --late SEED`.
 *
 * `npm run test:browser -- --late SEED` runs all browser tests, including long and thorough ones, against servers that delay
 * responses by 0 to 450 ms. To run the test files in the order of an earlier run, set the environment variable SEED to the seed
 * that Vitest printed.
 *
 * Exits with the code of the first step that fails. Only `test:all` continues after a failure, and then exits with 1.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBrowser, missingPackagesLine } from '../tests/support/packages.ts';
import { roundsOfAll, triesAll } from '../tests/support/rounds.ts';
import { affectedBy } from './affected-tests.ts';
import { buildPage, builds } from './build.ts';
import { check } from './check.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

/** Folder of Node's compile cache. It saves time because tests start hundreds of processes from the same modules. */
const compileCache = resolve('node_modules/.cache/compiled');

/** Runs Vitest. If it fails, exits with its code. */
function vitest(
  projects: readonly string[],
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): void {
  const chosen = projects.flatMap((project) => ['--project', project]);
  const { status } = withTemporaryFolder((TMPDIR) =>
    spawnSync('vitest', ['run', ...chosen, ...args], {
      stdio: 'inherit',
      shell: process.platform === 'win32',
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache, TMPDIR, ...env },
    }),
  );
  if (status !== 0) process.exit(status ?? 1);
}

function prepareBrowser(): void {
  for (const build of Object.values(builds)) buildPage(build);
  ensureBrowser();
}

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

/**
 * Returns the newest commit that the current branch shares with `main`, or with `origin/main` in a clone without its own `main`.
 * Throws if there is neither.
 */
function whereMainWasLeft(): string {
  const [main] = git('for-each-ref', '--format=%(refname)', 'refs/heads/main', 'refs/remotes/origin/main');
  if (main === undefined) throw new Error('There is no branch main. Name a commit: -- --since <commit>');
  return git('merge-base', 'HEAD', main).join();
}

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
    vitest(['unit', 'long', 'thorough'], [...args, '--exclude', 'tests/browser/**']);
  without(affected.unit.all ? [] : ['--changed', since, '--passWithNoTests']);
  if (!affected.unit.all) without(affected.unit.files);
  console.log(`In a browser: ${affected.browser.why}.`);
  if (affected.browser.files.length === 0) return;
  prepareBrowser();
  vitest(['browser', 'long', 'thorough'], affected.browser.files);
}

/**
 * Runs the browser tests of `npm test`. With names, runs the browser tests whose paths contain one of the names, even long and
 * thorough ones. With a seed, runs these tests, or all browser tests if there are no names, against servers that delay responses.
 */
function testInBrowser(args: string[]): void {
  const late = args.indexOf('--late');
  const [, seed] = late < 0 ? [] : args.splice(late, 2);
  if (late >= 0 && !/^\d+$/.test(seed ?? ''))
    throw new Error('--late needs a seed, a whole number: --late 1');
  const names = args.filter((arg) => !arg.startsWith('-'));
  if (seed === undefined && names.length === 0) {
    vitest(['browser'], args);
    return;
  }
  const files = globSync('tests/browser/*.test.ts').filter(
    (path) => names.length === 0 || names.some((name) => path.includes(name)),
  );
  if (files.length === 0) throw new Error(`No browser test has ${names.join(' or ')} in its path.`);
  const flags = args.filter((arg) => arg.startsWith('-'));
  vitest(
    ['browser', 'long', 'thorough'],
    [...files, ...flags],
    seed === undefined ? {} : { LATE_SEED: seed },
  );
}

/** Runs the long tests. As part of `test:all`, or if files are named, also runs the thorough tests. */
function testLong(args: string[]): void {
  const isNamed = args.some((arg) => !arg.startsWith('-'));
  vitest(triesAll || isNamed ? ['long', 'thorough'] : ['long'], args);
}

/** Runs every suite, even if an earlier one failed, and prints the result of each suite. */
function testAll(): void {
  const suites = ['test', 'test:long', 'test:accessibility', 'test:browsers'];
  const lines = suites.map((suite) => {
    const began = performance.now();
    const { status } = spawnSync('npm', ['run', suite], {
      stdio: 'inherit',
      shell: process.platform === 'win32',
      env: { ROUNDS: String(roundsOfAll), ...process.env },
    });
    if (status !== 0) process.exitCode = 1;
    const seconds = Math.round((performance.now() - began) / 1_000);
    return `${status === 0 ? '✓' : '✗'} ${suite}: ${status === 0 ? 'passed' : 'failed'} in ${seconds} s`;
  });
  console.log(lines.join('\n'));
}

async function testQuickly(args: string[]): Promise<void> {
  if (!(await check())) process.exit(1);
  prepareBrowser();
  vitest(['unit', 'browser'], args);
}

/** The commands `npm run test:…`, by the name after "test:". Those with `inBrowser` need the built page and a browser. */
const commands: Readonly<
  Record<string, { readonly inBrowser?: true; readonly run: (args: string[]) => void }>
> = {
  unit: { run: (args) => vitest(['unit'], args) },
  browser: { inBrowser: true, run: testInBrowser },
  long: { inBrowser: true, run: testLong },
  // Without arguments, tests only a sample of the screens. With a name or a flag such as -u, tests every screen that the
  // arguments select.
  accessibility: {
    inBrowser: true,
    run: (args) => vitest(['accessibility'], args, args.length > 0 ? { ROUNDS: String(roundsOfAll) } : {}),
  },
  changed: { run: testChanged },
  all: { run: testAll },
};

const missing = process.env['CI'] ? missingPackagesLine() : undefined;
if (missing !== undefined) {
  console.error(missing);
  process.exit(1);
}
const [name = '', ...args] = process.argv.slice(2);
const command = commands[name];
if (command?.inBrowser) prepareBrowser();
if (command) command.run(args);
else await testQuickly([name, ...args].filter(Boolean));
