/**
 * Tests that CI runs only scripts that exist, and only actions that are pinned to a commit. Also tests that CI fails if a
 * required program isn't installed or doesn't start.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { balancers } from '../support/balancer.ts';
import { read, root } from '../support/repository.ts';

const script = read('.ci/run');
const workflow = read('.github/workflows/ci.yml');

/** The test suites that the workflow runs in parallel. */
const suites = (/suite: \[(.*)\]/.exec(workflow)?.[1] ?? '')
  .split(', ')
  .map((name) => name.replaceAll("'", ''));

test('.ci/run and the workflow run scripts of package.json', () => {
  const named = [...`${script}\n${workflow}`.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
  expect(named).toContain('test:install');
  for (const name of [...named, ...suites]) expect(packageJson.scripts).toHaveProperty([name]);
});

test('the workflow runs every suite of test:all', () => {
  const source = read('scripts/test.ts');
  const all = /const suites = \[(.*)\]/
    .exec(source)?.[1]
    ?.split(', ')
    .map((name) => name.replaceAll("'", ''));
  expect(suites).toEqual(all);
});

test('the workflow may only read, and its actions are pinned to a hash', () => {
  expect(workflow).toMatch(/^permissions:\n {2}contents: read\n(?! )/m);
  const actions = [...workflow.matchAll(/uses: (\S+)(.*)/g)];
  expect(actions.length).toBeGreaterThan(0);
  for (const [, action, version] of actions) {
    expect(action).toMatch(/@[0-9a-f]{40}$/);
    expect(version).toMatch(/^ # v\d+\.\d+\.\d+$/);
  }
});

test('every program that tests look for comes with a package that CI installs', () => {
  const tests = globSync('{tests,server}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] });
  const named = tests.flatMap((path) => [...read(path).matchAll(/findProgram\('([\w-]+)'\)/g)]);
  const programs = [...named.map(([, name = '']) => name), ...balancers];
  expect(programs).toEqual(expect.arrayContaining(['promtool', 'pgbouncer', 'systemd-analyze', 'nginx']));
  const packages = read('tests/support/packages.ts');
  for (const program of programs) expect(packages).toContain(`'${program}'`);
  expect(script).toMatch(/^export CI=true$/m);
});

/** Runs a script with CI set, in a process for which no file exists whose path matches the pattern. */
function runWithout(hidden: RegExp, script: string, ...args: readonly string[]) {
  const hide = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
const { existsSync } = fs; fs.existsSync = (path) => !${hidden}.test(path) && existsSync(path);
syncBuiltinESMExports();`;
  const preload = `data:text/javascript,${encodeURIComponent(hide)}`;
  return spawnSync(process.execPath, ['--import', preload, script, ...args], {
    cwd: root,
    env: { ...process.env, CI: 'true' },
    encoding: 'utf8',
  });
}

test.each([
  [
    /\/s?bin\/|chrom|python3$/,
    'chromium-headless-shell, postgresql, pgbouncer, haproxy, nginx, openssl, python3, qpdf, poppler-utils, prometheus, systemd',
  ],
  [/chrom/, 'chromium-headless-shell'],
  [/initdb/, 'postgresql'],
  [/haproxy|nginx/, 'haproxy, nginx'],
  [/pdfdetach/, 'poppler-utils'],
])('with CI set and without %s, the run fails with one line that names the packages', (hidden, packages) => {
  const run = runWithout(hidden, 'scripts/test.ts', 'unit', 'form/rules');
  expect(run.stderr.trim().split('\n')).toEqual([
    `The tests need programs of these Debian packages: ${packages}. \`npm run test:install\` installs them.`,
  ]);
  expect({ status: run.status, stdout: run.stdout }).toEqual({ status: 1, stdout: '' });
});

test('with CI set, a PostgreSQL that does not start fails the run with one line', () => {
  // Without a folder for temporary files, no cluster can be created.
  const env = { ...process.env, CI: 'true', TMPDIR: '/nonexistent' };
  const run = spawnSync('vitest', ['run', '--project', 'unit', 'form/rules'], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  expect(run.stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/^The tests need PostgreSQL, which does not start: ./),
  ]);
  expect(run.status).toBe(1);
  expect(run.stdout).not.toContain('passed');
});

test('with CI set, a missing browser fails test:browsers with one line that names its packages', () => {
  const run = runWithout(/firefox|WebKitWebDriver/i, 'scripts/test-browsers.ts');
  expect(run.stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/need these browsers: .*firefox-esr; .*webkit2gtk-driver/),
  ]);
  expect({ status: run.status, stdout: run.stdout }).toEqual({ status: 1, stdout: '' });
});
