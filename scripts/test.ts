/**
 * `npm test` runs types, lint, the page's build, and the unit and browser tests, cheapest first. `npm run test:unit -- name`,
 * `test:browser`, `test:long` and `test:accessibility` run one project of `vitest.config.ts`, and of it the files whose path
 * contains the name. `test:changed` runs what a change since `main`, or `-- --since <commit>`, can affect. `test:all` runs
 * everything, with a closing line for each suite. Thorough tests run in `test:all`, and by name in `test:long`.
 *
 * `npm run test:browser -- --late SEED` runs every browser test, the long ones too, against servers whose responses are 0 to 450
 * ms late. `SEED=` repeats an order of files.
 *
 * Exits with the first failing step's code.
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

/** Node's compile cache: tests start hundreds of processes from the same modules. */
const compileCache = resolve('node_modules/.cache/compiled');

/** Runs Vitest; if it fails, this process exits with its code. */
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

/** Returns the commit at which this branch left `main`. */
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
    vitest(['unit', 'long', 'thorough'], [...args, '--exclude', 'tests/browser/**']);
  without(affected.unit.all ? [] : ['--changed', since, '--passWithNoTests']);
  if (!affected.unit.all) without(affected.unit.files);
  console.log(`In a browser: ${affected.browser.why}.`);
  if (affected.browser.files.length === 0) return;
  prepareBrowser();
  vitest(['browser', 'long', 'thorough'], affected.browser.files);
}

/**
 * Runs the browser tests of `npm test`, or those of all browser tests whose path contains a name. With a seed, runs every one
 * against late servers.
 */
function testInBrowser(args: string[]): void {
  const late = args.indexOf('--late');
  const [, seed] = late < 0 ? [] : args.splice(late, 2);
  if (late >= 0 && !/^\d+$/.test(seed ?? ''))
    throw new Error('--late takes a seed, a whole number: --late 1');
  const names = args.filter((arg) => !arg.startsWith('-'));
  if (seed === undefined && names.length === 0) {
    vitest(['browser'], args);
    return;
  }
  const files = globSync('tests/browser/*.test.ts').filter(
    (path) => names.length === 0 || names.some((name) => path.includes(name)),
  );
  if (files.length === 0) throw new Error(`No test in a browser has ${names.join(' or ')} in its path.`);
  const flags = args.filter((arg) => arg.startsWith('-'));
  vitest(
    ['browser', 'long', 'thorough'],
    [...files, ...flags],
    seed === undefined ? {} : { LATE_SEED: seed },
  );
}

/** Runs the long tests, and the thorough ones too if everything is tested or files are named. */
function testLong(args: string[]): void {
  const isNamed = args.some((arg) => !arg.startsWith('-'));
  vitest(triesAll || isNamed ? ['long', 'thorough'] : ['long'], args);
}

/** Runs every suite, whether or not the one before failed, and prints how each ended. */
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

/** The commands other than `npm test`, by their name after "test:", and whether they need page and browser. */
const commands: Readonly<
  Record<string, { readonly inBrowser?: true; readonly run: (args: string[]) => void }>
> = {
  unit: { run: (args) => vitest(['unit'], args) },
  browser: { inBrowser: true, run: testInBrowser },
  long: { inBrowser: true, run: testLong },
  // With a name or a flag such as -u, covers every screen that it applies to.
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
