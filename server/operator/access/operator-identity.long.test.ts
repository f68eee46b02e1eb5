/** Checks which operator the audit trail names. Uses the real operator process, with and without a running server. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { describe, expect, test, vi } from 'vitest';
import { testStores } from '../../../tests/support/database.ts';
import { startInstallation } from '../../../tests/support/operator-installation.ts';
import { expected, prepare, submit } from '../../../tests/support/sample-application.ts';

vi.setConfig({ testTimeout: 180_000 });

/** The user id of `nobody`, a user that every Linux system has. The tests make this user the login user of a process. */
const nobody = 65_534;

const logIn = `echo ${nobody} > /proc/self/loginuid && `;
const canLogIn = spawnSync('sh', ['-c', `${logIn}cat /proc/self/loginuid`]).stdout.toString() === `${nobody}`;
const loggedIn = readFileSync('/proc/self/loginuid', 'utf8') !== '4294967295';

describe.each(await testStores())('the operator on $name', (store) => {
  test('is the user who logged in, never one that the environment names', async () => {
    const { server, client, operatorAfter, stop } = await startInstallation(store);
    const applicant = client('toro.localhost');
    const { id } = await prepare(applicant);
    expected(200, await submit(applicant, id));
    const show = (before: string) => operatorAfter(before, 'applications', 'show', id);
    const lies = 'export SUDO_USER=mallory USER=mallory LOGNAME=mallory; ';
    const calls = [lies, ...(canLogIn ? [`${logIn}${lies}`] : [])];
    for (const call of calls) expect(await show(call)).toMatchObject({ exitCode: 0, stderr: '' });
    const events = await server.services.database.db
      .selectFrom('audit_event')
      .select('detail')
      .where('type', '=', 'shown')
      .orderBy('sequence')
      .execute();
    const here = loggedIn ? expect.any(String) : userInfo().username;
    expect(events.map(({ detail }) => detail['operator'])).toEqual([here, 'nobody'].slice(0, calls.length));
    await stop();
  });
});
