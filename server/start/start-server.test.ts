import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { freshDataDir } from '../../tests/support/database.ts';
import { testSettings } from '../../tests/support/test-server.ts';
import { startServer } from './start-server.ts';

const log = pino({ level: 'silent' });

test('a store without its key file, as after a restore, does not start and gets no new keys', async () => {
  const dataDir = await freshDataDir();
  const keys = join(dataDir, 'encryption-keys');
  await (await startServer(testSettings(dataDir), log)).stop();
  await rm(keys);
  await expect(startServer(testSettings(dataDir), log)).rejects.toThrow(`${keys} is missing`);
  expect(existsSync(keys)).toBe(false);
});
