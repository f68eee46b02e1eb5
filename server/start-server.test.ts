import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { testSettings } from '../tests/test-server.ts';
import { startServer } from './start-server.ts';
import { freshDataDir } from './store/test-database.ts';

const log = pino({ level: 'silent' });

test('a store whose key file is not there, as after restoring, is refused and gets no other keys', async () => {
  const dataDir = await freshDataDir();
  const keys = join(dataDir, 'encryption-keys');
  await (await startServer(testSettings(dataDir), log)).stop();
  await rm(keys);
  await expect(startServer(testSettings(dataDir), log)).rejects.toThrow(`${keys} is not there`);
  expect(existsSync(keys)).toBe(false);
});
