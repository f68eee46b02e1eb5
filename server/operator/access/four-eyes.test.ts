/**
 * Uses one command to test approval by a second operator. The long tests try every command that needs four eyes, and make the
 * same call twice concurrently.
 */
import { expect, onTestFinished, test } from 'vitest';
import { operatorOf } from '../../../tests/support/operator-call.ts';
import { change, folderCopy } from '../../../tests/support/programs.ts';
import { prepare } from '../../../tests/support/sample-application.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';

test('a call that needs four eyes runs once, within a day, for its operator, after another operator approved it', async () => {
  const PROGRAMS_DIR = await folderCopy();
  await change(PROGRAMS_DIR, 'toro/program.json', { fourEyes: true });
  const server = await startTestServer({ env: { PROGRAMS_DIR } });
  onTestFinished(server.stop);
  const { id } = await prepare(server.client('toro.localhost'));
  const ada = operatorOf(server);
  const grace = operatorOf(server, { uid: 65_002, name: 'grace' });
  const reveal = (reason: string) => ['applications', 'show', id, '--reveal', '--reason', reason];
  const waits = { exitCode: 4 };

  const asked = await ada(reveal('Case 1'));
  expect(asked).toMatchObject({ ...waits, text: expect.stringContaining('requires four eyes') });
  expect(asked.text).not.toContain('512-44-7731');
  const request = /approvals grant (\S+?)"/.exec(asked.text)?.[1] ?? '';
  expect(await ada(['approvals', 'grant', request])).toMatchObject({
    exitCode: 1,
    text: 'Another operator must approve the request.',
  });
  // Someone who can write to the database but lacks the key cannot approve a request.
  const { db } = server.database;
  const forged = { approve_date_time: new Date(), approve_user_id: 'grace', approve_proof: '0'.repeat(64) };
  await db.updateTable('approval').set(forged).execute();
  expect(await ada(reveal('Case 1'))).toMatchObject(waits);
  await db.updateTable('approval').set({ approve_date_time: null, approve_proof: null }).execute();

  expect(await grace(['approvals', 'grant', request])).toMatchObject({ exitCode: 0 });
  expect(await grace(reveal('Case 1'))).toMatchObject(waits);
  expect(await ada(reveal('Case 2'))).toMatchObject(waits);
  expect((await ada(reveal('Case 1'))).text).toContain('512-44-7731');
  const again = await ada(reveal('Case 1'));
  expect(again).toMatchObject(waits);
  const later = /approvals grant (\S+?)"/.exec(again.text)?.[1] ?? '';
  expect(await grace(['approvals', 'grant', later])).toMatchObject({ exitCode: 0 });
  server.clock.advance(24 * 60 * 60_000);
  expect(await ada(reveal('Case 1'))).toMatchObject(waits);
});
