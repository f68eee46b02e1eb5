/** Runs the doctor on a real installation. `checks.test.ts` tests the finding for each problem. */
import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { operatorOf } from '../../../tests/support/operator-call.ts';
import { prepare, submit } from '../../../tests/support/sample-application.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';

test('problems with files, clock, outbox and rows are found, with exit code 1', async () => {
  const server = await startTestServer({ stopMillis: 0 });
  onTestFinished(server.stop);
  await server.outbox.stop();
  const { dataDir, db } = server.database;
  await chmod(dataDir, 0o700);
  const doctor = () => operatorOf(server)(['doctor']);
  const browser = server.client();
  const { id } = await prepare(browser);
  expect((await submit(browser, id)).status).toBe(200);
  expect(await doctor()).toMatchObject({ exitCode: 0, data: { problems: 0 } });

  await sql`update outbox set dead_date_time = now() where kind = 'mail'`.execute(db);
  await sql`update application set parts_hash = null`.execute(db);
  await chmod(dataDir, 0o755);
  server.clock.advance(3 * 60 * 60_000);
  const { exitCode, text } = await doctor();
  expect(exitCode).toBe(1);
  for (const said of [
    `${dataDir} is open to others (0755).`,
    '1 application has personal data that is not sealed.',
    'The clock here is 10800 s behind the database’s.',
    '1 of mail given up.',
    '1 of delivery to quillbrook not sent, the oldest for 3 h.',
  ])
    expect(text).toContain(said);
});

test('an operator’s process reports a data folder that does not exist, and does not create it', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const { services } = server;
  const settings = { ...services.settings, dataDir: join(server.database.dataDir, 'none') };
  const doctor = operatorOf({ services: { ...services, settings, isOperatorProcess: true } });
  const { exitCode, text } = await doctor(['doctor']);
  expect(exitCode).toBe(1);
  expect(text).toContain(
    `DATA_DIR, ${settings.dataDir}, does not exist. Create it with mode 0700 and the server’s user as its owner.`,
  );
  await expect(stat(settings.dataDir)).rejects.toMatchObject({ code: 'ENOENT' });
});
