import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { freshDataDir } from '../../tests/support/database.ts';
import { canaries } from '../../tests/support/sample-application.ts';

/** Loaded into the server before it starts: on request, makes a promise reject that nobody awaits. */
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
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  const said = Promise.all([text(server.stdout), text(server.stderr)]);
  for (let out = ''; !out.includes('Ready at'); ) out += (await once(server.stdout, 'data'))[0];
  server.kill('SIGUSR2');
  const [code] = await once(server, 'exit');
  const output = (await said).join('');
  expect(code).toBe(1);
  expect(output).toMatch(/"level":"fatal".*nothing handled an error/);
  expect(output).toMatch(/Ready at http:\/\/localhost:[1-9]\d*/);
  expect(output).not.toContain(canaries.applicantSsn);
});
