/** Tests a program that only one of two nodes has, as during the rollout or rollback of a release with a new program (F14). */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { ApiClient } from '../../tests/support/api-client.ts';
import { testStores } from '../../tests/support/database.ts';
import { codeIn, linkIn, newAddress } from '../../tests/support/mailed-links.ts';
import { folderCopy } from '../../tests/support/programs.ts';
import { change, create } from '../../tests/support/sample-application.ts';
import { storedApplication } from '../../tests/support/stored-applications.ts';
import type { TestServer } from '../../tests/support/test-server.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { openSmtp } from '../../tests/support/test-smtp.ts';

const hour = 60 * 60_000;

describe.each(await testStores())('a program that a node does not have, on $name', (store) => {
  let smtp: Awaited<ReturnType<typeof openSmtp>>;
  let server: TestServer;
  let without: TestServer;

  beforeAll(async () => {
    smtp = await openSmtp();
  });
  beforeEach(async () => {
    const env = { SMTP_URL: `smtp://${smtp.address}` };
    server = await startTestServer({ store, env });
    await server.outbox.stop();
    const folder = await folderCopy();
    await rm(join(folder, 'toro'), { recursive: true });
    without = await startTestServer({ database: server.database, env: { ...env, PROGRAMS_DIR: folder } });
    onTestFinished(async () => {
      await without.stop();
      await server.stop();
    });
  });
  afterAll(() => smtp.close());

  async function draft(): Promise<{ browser: ApiClient; id: string }> {
    const browser = server.client('toro.localhost');
    await browser.start();
    return { browser, id: (await create(browser)).id };
  }

  /**
   * Lets a node without the program try to send an email to `address`. A few seconds later, lets a node with the program send the
   * email. Returns the email.
   */
  async function sentAfterwards(address: string): Promise<string> {
    const before = smtp.received.length;
    await without.outbox.runOnce();
    expect(smtp.received).toHaveLength(before);
    const env = { SMTP_URL: `smtp://${smtp.address}` };
    const having = await startTestServer({ database: server.database, env });
    having.clock.advance(6_000);
    await having.outbox.runOnce();
    await having.stop();
    return smtp.received.filter(({ to }) => to.includes(address)).at(-1)?.raw ?? '';
  }

  test('has its codes and links mailed by a node that has it', async () => {
    const { browser } = await draft();
    const email = newAddress();
    expect((await browser.send('POST', '/resume/email', { json: { email } })).status).toBe(204);
    const code = codeIn(await sentAfterwards(email));
    expect((await browser.send('POST', '/resume/email/confirm', { json: { code } })).status).toBe(204);
    expect(linkIn(await sentAfterwards(email))).not.toBe('');
  });

  test('keeps its drafts until they expire, and for three days if no node has it anymore', async () => {
    const { browser, id } = await draft();
    const pass = (millis: number) => {
      server.clock.advance(millis);
      without.clock.advance(millis);
    };
    pass(hour / 10);
    await change(browser, id, { applicationData: { employeeCount: 7 } });
    await browser.send('POST', '/apply/finish/timeout');
    // Advance past the token's first check, which is due a day after the start, but not past the token's expiry, a day after the
    // last answer.
    pass(24 * hour - 60_000);
    await without.sweeper.runOnce();
    expect(await storedApplication(server.services, id)).toMatchObject({ status: 'draft', isErased: false });
    pass(72 * hour);
    await without.sweeper.runOnce();
    expect(await storedApplication(server.services, id)).toMatchObject({ isErased: true });
  });
});
