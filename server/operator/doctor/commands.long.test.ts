import { chmod, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testStores } from '../../../tests/support/database.ts';
import { operatorOf } from '../../../tests/support/operator-call.ts';
import { prepare, submit } from '../../../tests/support/sample-application.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';
import { newKeyEntry } from '../../security/key-ring.ts';
import type { Finding } from './checks.ts';

describe.each(await testStores())('doctor on $name', (store) => {
  /** Starts a server that only one test uses, because the test damages the server's folder and rows. */
  async function examined() {
    const server = await startTestServer({ store, stopMillis: 1_000 });
    onTestFinished(server.stop);
    const { dataDir } = server.database;
    await chmod(dataDir, 0o700);
    const doctor = async () => {
      const { exitCode, text, data } = await operatorOf(server)(['doctor']);
      const { findings } = data as { findings: Finding[] };
      return { exitCode, text, problems: findings.filter(({ state }) => state === 'problem'), findings };
    };
    return { server, dataDir, doctor };
  }

  test('finds no problem in a new installation, except one role for both tasks on PostgreSQL', async () => {
    const { doctor } = await examined();
    const { exitCode, problems, text } = await doctor();
    const roles = store.name === 'PostgreSQL' ? ['database role'] : [];
    expect([exitCode, problems.map(({ check }) => check)]).toEqual([roles.length, roles]);
    expect(text).toContain('All personal data is sealed.');
    expect(text.trimEnd()).toMatch(/\d problems?, \d pieces? of advice\.$/);
  });

  test('finds problems with files, keys, clock, outbox and rows, with exit code 1', async () => {
    const { server, dataDir, doctor } = await examined();
    const keys = join(dataDir, 'encryption-keys');
    await server.outbox.stop();
    const browser = server.client();
    const { id } = await prepare(browser);
    await submit(browser, id);
    await sql`update outbox set dead_date_time = now() where kind = 'mail'`.execute(server.database.db);
    await sql`update application set parts_hash = null`.execute(server.database.db);
    await chmod(dataDir, 0o755);
    await chmod(keys, 0o644);
    await writeFile(keys, `${newKeyEntry()}\n${await readFile(keys, 'utf8')}`);
    await utimes(keys, new Date(), new Date(Date.now() - 400 * 86_400_000));
    server.readKeysAgain();
    server.clock.advance(3 * 3600_000);
    const { exitCode, findings } = await doctor();
    const said = findings
      .filter(({ state }) => state !== 'fine')
      .map(({ check, says }) => `${check}: ${says}`);
    expect(exitCode).toBe(1);
    for (const expected of [
      `files: ${dataDir} is open to others (0755).`,
      `files: ${keys} is open to others (0644).`,
      'encryption keys: 2 data keys are under the older key',
      'encryption keys: The encryption keys have not changed for 400 days.',
      'sealed: 1 application has personal data that is not sealed.',
      'clock: The clock here is 10800 s behind the database’s.',
      'outbox: 1 of mail given up.',
      'outbox: 1 of delivery to quillbrook not sent, the oldest for 3 h.',
    ])
      expect(said).toContainEqual(expect.stringContaining(expected));
  });
});
