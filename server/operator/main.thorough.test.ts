/** Tests the operator's command line as a separate process: its output on stdout and stderr, and its exit code. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { freshDataDir, freshFolder } from '../../tests/support/database.ts';
import { httpsProvider } from '../../tests/support/https-provider.ts';
import { runOperator } from '../../tests/support/operator-installation.ts';
import { buildInfo } from '../config/build-info.ts';
import { newKeyEntry } from '../security/key-ring.ts';
import { commands } from './command-list.ts';

test('--help lists every command on stdout, and typing nothing is wrong usage', async () => {
  const help = await runOperator({}, ['--help']);
  expect(help).toMatchObject({ exitCode: 0, stderr: '' });
  const words = help.stdout.replace(/\s+/g, ' ');
  for (const { name, about } of commands) expect(words.split(` ${name} ${about} `)).toHaveLength(2);
  const nothing = await runOperator({}, []);
  expect(nothing).toMatchObject({ exitCode: 64, stdout: '' });
  expect(nothing.stderr).toBe(help.stdout);
});

test('--version prints version and commit', async () => {
  const { version, commit } = buildInfo;
  expect(await runOperator({}, ['--version'])).toMatchObject({
    exitCode: 0,
    stdout: `version ${version}, commit ${commit}\n`,
    stderr: '',
  });
});

test('a command that does not exist is wrong usage, and a similar one is suggested', async () => {
  const run = await runOperator({}, ['aplications', 'list']);
  expect(run).toMatchObject({ exitCode: 64, stdout: '' });
  expect(run.stderr).toContain('Did you mean applications?');
});

test('programs check tells good folders from broken ones, without a store', async () => {
  const good = await runOperator({}, ['programs', 'check']);
  expect(good).toMatchObject({ exitCode: 0, stderr: '' });
  expect(good.stdout).toMatch(/^toro +Toro +10000005 +toro\.localhost$/m);

  const broken = join(await freshFolder(), 'programs');
  await cp(join(import.meta.dirname, '../../programs'), broken, { recursive: true });
  await writeFile(join(broken, 'toro/program.json'), '{}');
  const bad = await runOperator({ PROGRAMS_DIR: broken }, ['programs', 'check', '--json']);
  expect(bad.exitCode).toBe(3);
  const { problems } = bad.json<{ problems: string[] }>();
  expect(problems.every((problem) => problem.includes('toro/program.json'))).toBe(true);
  expect(problems.length).toBeGreaterThan(1);

  const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost:1/none' };
  const keyless = await runOperator({ ...production, ENCRYPTION_KEYS: newKeyEntry() }, ['programs', 'check']);
  expect(keyless.exitCode).toBe(3);
  expect(keyless.stdout).toContain('Production needs the public key of the provider "quillbrook"');
  expect(keyless.stdout).toContain('SMTP_URL is not set');
});

test('programs check names a bank whose address is private, unless privateAddresses names its range', async () => {
  const { env } = await httpsProvider('https://localhost:1/', { privateAddresses: ['127.0.0.1', '::1'] });
  expect(await runOperator(env, ['programs', 'check'])).toMatchObject({ exitCode: 0, stderr: '' });
  for (const name of await readdir(env['PROGRAMS_DIR'] ?? '')) {
    const file = join(env['PROGRAMS_DIR'] ?? '', name, 'program.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"127.0.0.1","::1"', '"10.20.0.0/16"'));
  }
  const { exitCode, stdout } = await runOperator(env, ['programs', 'check']);
  expect(exitCode).toBe(3);
  expect(stdout).toMatch(
    /url of "quillbrook": localhost resolves to (127\.0\.0\.1|::1), which is not public/,
  );
});

test('a missing backup is not found, and none is overwritten', async () => {
  for (const call of [['verify-backup'], ['restore', '--data-dir', await freshFolder()]])
    expect(await runOperator({}, ['store', ...call, '/none/backup.tar.gz'])).toMatchObject({
      exitCode: 2,
      stderr: 'There is no file /none/backup.tar.gz.\n',
    });
  expect((await runOperator({}, ['store', 'backup', '--out', '/none/x', '--force'])).exitCode).toBe(64);
});

test('everything that is missing is reported at once, and neither store nor keys are created', async () => {
  const DATA_DIR = await freshFolder();
  const run = await runOperator({ DATA_DIR }, ['keys', 'list']);
  expect(run).toMatchObject({ exitCode: 1, stdout: '' });
  expect(run.stderr.trim().split('\n')).toEqual([
    expect.stringContaining('There is no store: DATABASE_URL is not set'),
    expect.stringContaining('set ENCRYPTION_KEYS or ENCRYPTION_KEYS_FILE'),
  ]);
  const onDatabase = await runOperator({ DATA_DIR, DATABASE_URL: 'postgres://localhost:1/none' }, [
    'keys',
    'list',
  ]);
  expect(onDatabase).toMatchObject({ exitCode: 1, stdout: '' });
  expect(onDatabase.stderr).toMatch(/^There are no encryption keys: [^\n]+\n$/);
  const env = { DATA_DIR, DATABASE_URL: 'postgres://localhost:1/none', ENCRYPTION_KEYS: newKeyEntry() };
  const unreachable = await runOperator(env, ['keys', 'list']);
  expect(unreachable).toMatchObject({
    exitCode: 4,
    stdout: '',
    stderr: expect.stringMatching(/^The database does not respond \(ECONNREFUSED\)\.\n$/),
  });
  const settings = await runOperator({ PORT: 'x', LOG_LEVEL: 'y' }, ['keys', 'list']);
  expect(settings).toMatchObject({ exitCode: 1, stdout: '' });
  expect(settings.stderr).toMatch(/^PORT must be .*\nLOG_LEVEL must be .*\n$/);
});

test('the keys of another store open nothing', async () => {
  const DATA_DIR = await freshDataDir();
  const first = await runOperator({ DATA_DIR, ENCRYPTION_KEYS: newKeyEntry() }, ['keys', 'list']);
  expect(first.exitCode).toBe(0);
  const other = await runOperator({ DATA_DIR, ENCRYPTION_KEYS: newKeyEntry() }, ['keys', 'list']);
  expect(other).toMatchObject({ exitCode: 1, stdout: '' });
  expect(other.stderr).toContain('not those that this store was sealed under');
});

test('--out writes the output to a file readable by its owner alone, and overwrites none without --force', async () => {
  const folder = await freshFolder();
  const check = (...more: string[]) =>
    runOperator({}, ['programs', 'check', '--json', ...more], { cwd: folder });
  const path = join(folder, 'answer');
  expect(await check('--out', 'answer')).toMatchObject({ exitCode: 0, stdout: '', stderr: 'Wrote answer\n' });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ problems: [] });

  await writeFile(path, 'mine');
  expect(await check('--out', 'answer')).toMatchObject({ exitCode: 1, stdout: '' });
  expect(readFileSync(path, 'utf8')).toBe('mine');
  expect(await check('--out', 'answer', '--force')).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ problems: [] });

  await mkdir(join(folder, 'there'));
  expect(await check('--out', 'there')).toMatchObject({ exitCode: 0, stderr: 'Wrote there/answer.json\n' });
  expect(await check('--out', 'nowhere/answer')).toMatchObject({ exitCode: 1, stdout: '' });
});

test('it ends quietly when the reader of its output closes the pipe', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--help'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect({ stderr, exitCode: child.exitCode }).toEqual({ stderr: '', exitCode: 0 });
});
