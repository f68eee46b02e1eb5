/** Tests that the data key of an erased draft does not stay in memory (D62). */
import { expect, onTestFinished, test } from 'vitest';
import { create } from '../../tests/support/sample-application.ts';
import { startTestServer } from '../../tests/support/test-server.ts';

test('the data key of a draft leaves memory when the draft is erased', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const browser = server.client();
  await browser.start();
  const { id } = await create(browser);
  const { data_key: wrapped } = await server.database.db
    .selectFrom('application')
    .select('data_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (!wrapped) throw new Error('The draft has no data key.');
  const { keys } = server.services;
  expect(keys.known(wrapped, id)).toBeDefined();
  expect((await browser.send('POST', '/apply/finish/cancel')).status).toBe(204);
  expect(() => keys.known(wrapped, id)).toThrow('not in memory');
});
