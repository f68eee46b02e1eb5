/**
 * Tests that rows sort in the order in which they were stored even if the database clock moves backwards, for example after a
 * failover to a standby with a different clock.
 */
import { describe, expect, onTestFinished, test } from 'vitest';
import { testStores } from '../support/database.ts';
import { agree, begun, change, expected } from '../support/sample-application.ts';
import type { TestServer } from '../support/test-server.ts';
import { startTestServer } from '../support/test-server.ts';

describe.each(await testStores())('after the database clock moved backwards on $name', (store) => {
  async function started(): Promise<TestServer> {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    return server;
  }

  test.each([
    ['300 ms', 300],
    ['20 seconds', 20_000],
    ['an hour', 60 * 60_000],
  ])(
    'by %s, the last answer to an agreement is valid, and the application continues',
    async (_words, millis) => {
      const server = await started();
      const { browser, id, path } = await begun(server.client());
      const { version } = await agree(browser, id, 'terms');
      await change(browser, id, { disclosures: { shareInformation: true, affiliates: true } });
      server.clock.advance(-millis);
      const json = { version, agreed: false };
      expected(200, await browser.send('PUT', `/application/${id}/consent/terms`, { json }));
      await change(browser, id, { disclosures: { affiliates: false } });
      const read = expected(200, await browser.send('GET', path));
      expect(read).toMatchObject({
        disclosures: { shareInformation: true, affiliates: false, terms: false },
      });
      await agree(browser, id, 'terms');
      expect(expected(200, await browser.send('GET', path))).toMatchObject({ disclosures: { terms: true } });
    },
  );
});
