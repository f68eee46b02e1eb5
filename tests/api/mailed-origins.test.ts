/** Tests that links in emails never point to a host or port that is known only from a request (D70). */
import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { apiClient } from '../support/api-client.ts';
import { codeIn, newAddress, startMailedServers } from '../support/mailed-links.ts';
import { change, folderCopy, newKey, put } from '../support/programs.ts';
import { create } from '../support/sample-application.ts';

const stated = { host: 'apply.acme.example', origin: 'https://cards.acme.example:8443' };

/** The settings that a production server needs to start. The test provides the store. */
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://localhost/card?sslmode=verify-full',
  ENCRYPTION_KEYS: `first:${randomBytes(32).toString('base64')}`,
  DELIVERY_FILES: 'on',
  SAMPLE_AGREEMENTS: 'on',
  DEMO_PROGRAM: 'on',
};

/**
 * Starts servers whose program toro lists two hosts. Returns a function that requests a link at a host and returns the link's
 * origin.
 */
async function linksWith(env: Readonly<Record<string, string>>) {
  const folder = await folderCopy();
  await change(folder, 'toro/program.json', { hosts: [stated, 'www.acme.example'] });
  await put(folder, 'toro/provider-key.pem', newKey().pem);
  const mailed = await startMailedServers({ env: { ...env, PROGRAMS_DIR: folder } });
  onTestFinished(() => mailed.stop());
  return async (host: string): Promise<string | undefined> => {
    const browser = apiClient(mailed.server.app, { host });
    await browser.start();
    await create(browser);
    const address = newAddress();
    await browser.send('POST', '/resume/email', { json: { email: address } });
    const code = codeIn(await mailed.newestTo(address));
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-port': '1' };
    await browser.send('POST', '/resume/email/confirm', { json: { code }, headers });
    return /(https?:\/\/\S+?)\/resume#[\w-]{43}/.exec(await mailed.newestTo(address))?.[1];
  };
}

test('in production, a link points to an origin of the program, whatever host and port the request names', async () => {
  const linkAt = await linksWith(production);
  expect(await linkAt('apply.acme.example')).toBe(stated.origin);
  expect(await linkAt('Apply.Acme.example.:4444')).toBe(stated.origin);
  expect(await linkAt('www.acme.example')).toBe('https://www.acme.example');
  expect(await linkAt('WWW.acme.example.:4444')).toBe('https://www.acme.example');
  expect(await linkAt('toro.localhost:4444')).toBe(stated.origin);
});

test('outside production, a link points to the configured origin, or to the page that requested it', async () => {
  const linkAt = await linksWith({});
  expect(await linkAt('Apply.Acme.example.:4444')).toBe(stated.origin);
  expect(await linkAt('www.acme.example:4444')).toBe('http://www.acme.example:4444');
  expect(await linkAt('toro.localhost:4444')).toBe('http://toro.localhost:4444');
});
