import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { allStores, freshDataDir, freshFolder } from '../../tests/support/database.ts';
import { folderCopy, newKey, put } from '../../tests/support/programs.ts';
import { canaries } from '../../tests/support/sample-application.ts';
import { buildInfo } from '../config/build-info.ts';

/** Waits until a server process reports that it is ready. Discards the output. */
async function ready(server: ChildProcessWithoutNullStreams): Promise<void> {
  for (let out = ''; !out.includes('Ready at'); ) out += (await once(server.stdout, 'data'))[0];
}

/**
 * A script that is loaded into the server before it starts. On SIGUSR2, the script creates a rejected promise that no one awaits.
 */
const fault = `process.once('SIGUSR2', () => void Promise.reject(new Error(process.env.CANARY)))`;

test('an unhandled error ends the server, and is logged without its message (X3)', async () => {
  const preload = `data:text/javascript,${encodeURIComponent(fault)}`;
  const server = spawn(process.execPath, ['--import', preload, `${import.meta.dirname}/main.ts`], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: await freshDataDir(),
      HOST: '127.0.0.1',
      PORT: '0',
      CANARY: canaries.applicantSsn,
    },
    stdio: 'pipe',
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  const said = Promise.all([text(server.stdout), text(server.stderr)]);
  await ready(server);
  server.kill('SIGUSR2');
  const [code] = await once(server, 'exit');
  const output = (await said).join('');
  expect(code).toBe(1);
  expect(output).toMatch(/"level":"fatal".*unhandled error/);
  expect(output).toMatch(
    /Ready at http:\/\/localhost:[1-9]\d* \(version \d+\.\d+\.\d+, commit [0-9a-f]{40}\)/,
  );
  expect(output).not.toContain(canaries.applicantSsn);
});

const postgres = (await allStores()).find(({ name }) => name === 'PostgreSQL');

test.skipIf(!postgres)('in production, the log says which version and commit is ready', async () => {
  const database = await postgres?.open({ isShared: false });
  onTestFinished(() => database?.close());
  const programs = await folderCopy();
  await put(programs, 'toro/provider-key.pem', newKey().pem);
  const server = spawn(process.execPath, [`${import.meta.dirname}/main.ts`], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      DATABASE_URL: database?.databaseUrl,
      ENCRYPTION_KEYS: `first:${randomBytes(32).toString('base64')}`,
      DATA_DIR: await freshFolder(),
      PROGRAMS_DIR: programs,
      DATABASE_TLS: 'off',
      DELIVERY_FILES: 'on',
      DEMO_PROGRAM: 'on',
      MAIL_FILES: 'on',
      SAMPLE_AGREEMENTS: 'on',
      HOST: '127.0.0.1',
      PORT: '0',
    },
    stdio: 'pipe',
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  const complaints = text(server.stderr);
  let last = '{}';
  for await (const line of createInterface(server.stdout)) {
    last = line;
    if (line.includes('"ready"')) break;
  }
  server.kill('SIGKILL');
  const ready = { msg: 'ready', port: expect.any(Number), ...buildInfo };
  expect(JSON.parse(last), await complaints).toMatchObject(ready);
});

test('no signal opens a debugger on a server that is started like npm start or the systemd unit', async () => {
  const unit = await readFile('deploy/card.service', 'utf8');
  const [, inUnit] = /^ExecStart=\S+\/node (.*) dist\//m.exec(unit) ?? [];
  const [, inScript = ''] = /^node (.*) scripts\/start\.ts$/.exec(packageJson.scripts.start) ?? [];
  expect(inUnit).toBe(inScript);
  const server = spawn(process.execPath, [...inScript.split(' '), `${import.meta.dirname}/main.ts`], {
    env: { PATH: process.env['PATH'], DATA_DIR: await freshDataDir(), HOST: '127.0.0.1', PORT: '0' },
    stdio: 'pipe',
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  const complaints = text(server.stderr);
  await ready(server);
  server.kill('SIGUSR1');
  server.kill('SIGTERM');
  await once(server, 'exit');
  expect(await complaints).not.toContain('Debugger');
});
