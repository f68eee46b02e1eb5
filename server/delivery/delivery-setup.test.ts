import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { freshFolder } from '../../tests/support/database.ts';
import { httpsProvider } from '../../tests/support/https-provider.ts';
import { testSettings } from '../../tests/support/test-server.ts';
import { loadPrograms } from '../programs/programs.ts';
import { newKeyEntry } from '../security/key-ring.ts';
import { startServer } from '../start/start-server.ts';
import { readDeliverySetup } from './delivery-setup.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const keyNeeded = (why: string) =>
  `${why} the public key of the provider "quillbrook", as provider-key.pem or provider-key.jwk in the folder of one of its programs.`;

/** Returns the problems that `readDeliverySetup` finds in these environment variables. By default, uses the shipped programs. */
async function problems(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const settings = testSettings('/nowhere', env);
  const loaded = await loadPrograms(settings.programsDir);
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
  const setup = await readDeliverySetup(settings, loaded.programs);
  return setup.ok ? [] : setup.problems;
}

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/cards',
  ENCRYPTION_KEYS: newKeyEntry(),
  MAIL_FILES: 'on',
  DELIVERY_FILES: 'on',
  SAMPLE_AGREEMENTS: 'on',
  DEMO_PROGRAM: 'on',
};

describe('production', () => {
  test('does not start without the public key of every provider, and makes no demo key', async () => {
    const settings = testSettings(await freshFolder(), production);
    await expect(startServer(settings, pino({ level: 'silent' }))).rejects.toMatchObject({
      name: 'StartProblem',
      problems: [keyNeeded('Production needs')],
    });
  });

  test('starts with the public key of every provider', async () => {
    const { env } = await httpsProvider('https://intake.bank.example/');
    expect(await problems({ ...production, ...env })).toEqual([]);
  });
});

describe('delivery over https', () => {
  test("needs the provider's secret, and no other", async () => {
    const { env } = await httpsProvider('https://intake.bank.example/');
    const needed =
      'Delivery over https needs a secret of the provider "quillbrook" in DELIVERY_SECRETS or DELIVERY_SECRETS_FILE.';
    expect(await problems({ ...env, DELIVERY_SECRETS: '' })).toEqual([needed]);
    expect(await problems({ ...env, DELIVERY_SECRETS: `quilbrook:${secret}` })).toEqual([
      needed,
      'DELIVERY_SECRETS has a secret of "quilbrook", which is not the provider of any program.',
    ]);
  });

  test('needs the public key of the provider in development too', async () => {
    const { env } = await httpsProvider('https://intake.bank.example/', { hasKey: false });
    expect(await problems(env)).toEqual([keyNeeded('Delivery over https needs')]);
  });

  test('can take its secrets from a file, and never quotes a broken one', async () => {
    const { env } = await httpsProvider('https://intake.bank.example/');
    const file = join(await freshFolder(), 'secrets');
    const fromFile = { ...env, DELIVERY_SECRETS: '', DELIVERY_SECRETS_FILE: file };
    expect(await problems(fromFile)).toEqual([
      'The file named by DELIVERY_SECRETS_FILE cannot be read (ENOENT).',
    ]);
    await writeFile(file, `quillbrook:${secret}\n`);
    expect(await problems(fromFile)).toEqual([]);
    await writeFile(file, 'quillbrook:very-secret\n');
    expect(await problems(fromFile)).toEqual([
      'DELIVERY_SECRETS_FILE must hold entries providerId:whsec_… on lines of their own, at most two per provider, each 24 to 64 random bytes in base64.',
    ]);
  });
});

test('the embedded installation needs no setup', async () => {
  expect(await problems({})).toEqual([]);
});
