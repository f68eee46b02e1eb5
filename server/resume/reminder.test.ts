/** Tests the reminder that is sent before a draft is erased (D55). */
import { readdir } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { mailFolder, newestMail } from '../../tests/support/mailed-files.ts';
import { codeIn, linkIn } from '../../tests/support/mailed-links.ts';
import { create } from '../../tests/support/sample-application.ts';
import { storedApplication } from '../../tests/support/stored-applications.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { headerOf } from '../../tests/support/test-smtp.ts';

const hour = 60 * 60_000;

test('a day before a draft is erased, its link is emailed again, exactly once', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const browser = server.client();
  await browser.start();
  const { id } = await create(browser);
  await browser.send('POST', '/resume/email', { json: { email: 'dana@greenacre.example' } });
  const json = { code: codeIn(await newestMail(server)) };
  expect((await browser.send('POST', '/resume/email/confirm', { json })).status).toBe(204);
  const link = linkIn(await newestMail(server));
  await browser.send('POST', '/apply/finish/timeout');
  const afterHours = async (hours: number) => {
    server.clock.advance(hours * hour);
    for (let sweep = 0; sweep < 2; sweep += 1) await server.sweeper.runOnce();
    await server.outbox.runOnce();
    return (await readdir(mailFolder(server))).length;
  };
  expect(await afterHours(4 * 24 - 1)).toBe(2);
  expect(await afterHours(2)).toBe(3);
  const reminder = await newestMail(server);
  expect(headerOf(reminder, 'Subject')).toContain('One day left');
  expect(linkIn(reminder)).toBe(link);
  expect(await afterHours(20)).toBe(3);
  expect((await storedApplication(server.services, id)).isErased).toBe(false);
  // The files of the emails contain the address, so they are removed with the draft.
  expect(await afterHours(4)).toBe(0);
  expect((await storedApplication(server.services, id)).isErased).toBe(true);
  expect(await server.database.db.selectFrom('outbox').select('id').execute()).toEqual([]);
});
