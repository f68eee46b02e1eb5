import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../tests/support/database.ts';
import { testSettings } from '../../tests/support/test-server.ts';
import { processUser } from '../files/private-folder.ts';
import { loadPrograms, type Program } from '../programs/programs.ts';
import { unwritableFolders } from './delivery-setup.ts';

const loaded = await loadPrograms(testSettings('/nowhere').programsDir);
if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
const { all } = loaded.programs;
const overHttps = all.map((program) => ({
  ...program,
  provider: { ...program.provider, delivery: { way: 'https', url: 'https://bank.example/' } },
})) as unknown as Program[];

test('the folders for waiting deliveries and mails are created, and stay empty', async () => {
  const dataDir = join(await freshFolder(), 'data');
  expect(await unwritableFolders({ dataDir, smtpUrl: undefined }, { all })).toEqual([]);
  expect((await readdir(dataDir, { recursive: true })).sort()).toEqual(['deliveries', 'mail', 'outgoing']);
});

test('unused folders are not created', async () => {
  const dataDir = join(await freshFolder(), 'data');
  const settings = { dataDir, smtpUrl: 'smtp://mail.example' };
  expect(await unwritableFolders(settings, { all: overHttps })).toEqual([]);
  expect(await readdir(dataDir)).toEqual(['outgoing']);
});

test('the problem of each unwritable folder says what waits there and what to set', async () => {
  const dataDir = await freshFolder();
  const waiting = {
    outgoing: 'deliveries wait for their provider',
    deliveries: 'deliveries are kept as files',
    mail: 'mails are kept as files',
  };
  for (const name of Object.keys(waiting)) await writeFile(join(dataDir, name), '');
  const problems = await unwritableFolders({ dataDir, smtpUrl: undefined }, { all });
  const user = processUser();
  expect(problems.map(({ problem }) => problem.replace(/\(E[A-Z]+\)/, '(code)'))).toEqual(
    Object.entries(waiting).map(
      ([name, what]) =>
        `${join(dataDir, name)}, where ${what}, cannot be written by ${user} (code). Set DATA_DIR to a folder that this user owns, such as /var/lib/card.`,
    ),
  );
  expect(problems.map(({ isFull }) => isFull)).toEqual([false, false, false]);
});
