/**
 * Tests with real users and the real operator process: operators who do not have the encryption keys can call a server through
 * its shared socket.
 */
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { testStores } from '../../../tests/support/database.ts';
import { runOperator, startInstallation } from '../../../tests/support/operator-installation.ts';
import { canaries, expected, prepare, submit } from '../../../tests/support/sample-application.ts';
import { withOpenReason } from '../../security/sealed-reasons.ts';

vi.setConfig({ testTimeout: 180_000 });

const reader = 65_001;
const revealer = 65_002;
const stranger = 65_003;

/** True if the tests run as root, who can act as other users, and if other users can execute Node and can read this file. */
const canBeOthers =
  process.getuid?.() === 0 &&
  spawnSync('test', ['-x', process.execPath, '-a', '-r', import.meta.filename], { uid: reader }).status === 0;

describe.skipIf(!canBeOthers).each(await testStores())('a shared socket on $name', (store) => {
  test('lets operators without keys run what the roles of their own user allow', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'socket-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await chmod(folder, 0o755);
    const OPERATOR_SOCKET = join(folder, 'operator.sock');
    const OPERATORS_FILE = join(folder, 'operators');
    await writeFile(OPERATORS_FILE, `${reader}: read\n${revealer}: read, reveal\n0: read\n`);
    const lines = new PassThrough();
    const { server, client, stop } = await startInstallation(store, {
      env: { OPERATOR_SOCKET, OPERATORS_FILE },
      log: pino({ level: 'warn' }, lines),
    });
    const applicant = client('toro.localhost');
    const { id } = await prepare(applicant);
    expected(200, await submit(applicant, id));
    const as = (uid: number, ...args: string[]) => runOperator({ OPERATOR_SOCKET }, args, { cwd: '/', uid });

    const show = ['applications', 'show', id];
    const reveal = [...show, '--reveal', '--reason', 'Case 4711'];
    expect(await as(reader, ...show)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await as(reader, ...reveal)).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: `user ${reader} does not have the role "reveal", which this command needs.\n`,
    });
    const revealed = await as(revealer, ...reveal);
    expect(revealed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('512-44-7731') });
    expect(await as(stranger, ...show)).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining(`user ${stranger} is not an operator of this installation`),
    });
    expect(await as(0, 'applications', 'list')).toMatchObject({ exitCode: 0 });

    const events = await server.services.database.db
      .selectFrom('audit_event')
      .select('detail')
      .where('type', '=', 'shown')
      .orderBy('sequence')
      .execute();
    const { hashKey } = server.services;
    expect(events.map(({ detail }) => ({ detail: withOpenReason(hashKey, id, detail) }))).toMatchObject([
      { detail: { operator: `user ${reader}` } },
      { detail: { operator: `user ${revealer}`, reason: 'Case 4711' } },
    ]);
    await stop();
    lines.end();
    const logged = (await text(lines))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(logged.filter(({ stream }) => stream === 'security')).toMatchObject([
      { event: 'operator_refused', reason: 'reveal' },
      { event: 'revealed', reason: 'applications show' },
      { event: 'operator_refused', reason: 'read' },
    ]);
    for (const value of Object.values(canaries)) expect(JSON.stringify(logged)).not.toContain(value);
    expect(await as(reader, ...show)).toMatchObject({
      exitCode: 4,
      stderr: 'No server runs at OPERATOR_SOCKET.\n',
    });
  });

  test('does not open in a folder that others can write to, or without a list of operators', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'socket-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const OPERATOR_SOCKET = join(folder, 'operator.sock');
    const OPERATORS_FILE = join(folder, 'operators');
    await writeFile(OPERATORS_FILE, `${reader}: read\n`);
    await chmod(folder, 0o775);
    await expect(startInstallation(store, { env: { OPERATOR_SOCKET, OPERATORS_FILE } })).rejects.toThrow(
      'Others may write into',
    );
    const called = await runOperator({ OPERATOR_SOCKET }, ['applications', 'list'], { cwd: '/' });
    expect(called).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Others may write into') });
    await chmod(folder, 0o755);
    await expect(startInstallation(store, { env: { OPERATOR_SOCKET } })).rejects.toThrow(
      'needs OPERATORS_FILE',
    );
  });
});
