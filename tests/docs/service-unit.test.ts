/** Tests that systemd accepts the unit in deploy/, and that everything that the unit names exists. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { settingsTable } from '../../server/config/settings.ts';
import { findProgram } from '../support/services.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const unit = read('deploy/card.service');
const guide = read('docs/install.md');

/** The folder into which the installation guide puts the repository. */
const installed = '/opt/card';

/** The settings of the unit in their order, each with its section. */
const settings = unit.split(/^\[/m).flatMap((section) => {
  const name = section.slice(0, section.indexOf(']'));
  return [...section.matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => ({
    section: name,
    key,
    value,
  }));
});
const valuesOf = (key: string) => settings.filter((one) => one.key === key).map(({ value }) => value);
const only = (key: string) => {
  const [value = '', ...more] = valuesOf(key);
  expect(more, key).toEqual([]);
  return value;
};

describe('the unit', () => {
  test('starts with the machine, after its network, and has no limit on restarts', () => {
    expect([...new Set(settings.map(({ section }) => section))]).toEqual(['Unit', 'Service', 'Install']);
    expect(only('WantedBy')).toBe('multi-user.target');
    expect(only('After').split(' ')).toContain(only('Wants'));
    expect(only('StartLimitIntervalSec')).toBe('0');
  });

  test('runs the built server as the guide’s user, with the flags of npm start', () => {
    const [program = '', ...args] = only('ExecStart').split(' ');
    expect(program).toBe(`${installed}/node_modules/.bin/node`);
    expect(only('WorkingDirectory')).toBe(installed);
    const [script = ''] = args.splice(-1);
    const [, entry = ''] = /^dist\/server\/(.*)\.js$/.exec(script) ?? [];
    expect(read('scripts/build-server.ts')).toContain(`'${entry}',`);
    expect(read(`server/${entry}.ts`)).not.toBe('');
    expect(args).toEqual(['--disable-sigusr1']);
    expect(JSON.parse(read('package.json')).scripts.start).toContain(args.join(' '));
    expect(spawnSync(process.execPath, [...args, '--version']).status).toBe(0);
    expect(guide).toMatch(new RegExp(`^useradd --system .* ${only('User')}$`, 'm'));
  });

  test('names the folders and settings of the guide', () => {
    expect(guide).toContain(`\`${installed}\``);
    expect(guide).toContain(`touch ${only('EnvironmentFile')} `);
    expect(guide).toContain(`\nDATA_DIR=/var/lib/${only('StateDirectory')}\n`);
    const reference = read('docs/operating.md');
    expect(reference).toContain(`\`OPERATOR_SOCKET=/run/${only('RuntimeDirectory')}/operator.sock\``);
    expect(guide).toContain('cp deploy/card.service /etc/systemd/system/card.service');
    expect(only('Documentation')).toBe(`file://${installed}/docs/runbook.md`);
    const named = [...unit.matchAll(/^# .*/gm)].flatMap(([line]) => line.match(/\b[A-Z]+_[A-Z_]+\b/g) ?? []);
    const known = settingsTable.map(({ name }) => name);
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
    // The guide doesn't repeat the unit's settings.
    expect(guide).not.toMatch(/^\[Service\]|^ExecStart=|^RuntimeDirectory/m);
  });

  test('keeps answers from other users and out of core files', () => {
    expect(only('StateDirectoryMode')).toBe('0700');
    expect(only('LimitCORE')).toBe('0');
    expect(only('UMask')).toBe('0077');
    expect(only('NoNewPrivileges')).toBe('yes');
    expect(only('ProtectSystem')).toBe('strict');
    // The unit doesn't use these protections: Node compiles code at run time, and the operator's socket must distinguish between
    // users.
    for (const breaking of ['MemoryDenyWriteExecute', 'PrivateUsers']) expect(valuesOf(breaking)).toEqual([]);
  });

  const analyze = findProgram('systemd-analyze');

  test.skipIf(analyze === undefined)('is valid for systemd', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'unit-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'card.service');
    // Replaces the installation folder with this repository's folder, because systemd checks that the program exists.
    await writeFile(file, unit.replaceAll(installed, root));
    const run = (...args: readonly string[]) => {
      const { status, stdout, stderr } = spawnSync(analyze ?? '', args, { encoding: 'utf8' });
      return { status, said: `${stderr}${stdout}`.trim() };
    };
    expect(run('verify', file)).toEqual({ status: 0, said: '' });
    // `--threshold` is the maximum exposure, from 0 to 100. The exposure of a service without hardening is 96.
    const security = run('security', '--offline=true', '--threshold=20', file);
    expect(security.said).toContain('Overall exposure level');
    expect(security.status).toBe(0);
  });
});
