import { fstatSync, fsyncSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { freshDataDir } from '../../../tests/support/database.ts';
import { DurableFileSystem } from './durable-file-system.ts';
import { startPglite } from './start.ts';

test('a commit is acknowledged only when the write-ahead log is on the disk', async () => {
  const folder = join(await freshDataDir(), 'database');
  const synced: number[] = [];
  const fileSystem = new DurableFileSystem(folder, (fd) => {
    fsyncSync(fd);
    synced.push(fstatSync(fd).ino);
  });
  const pglite = await startPglite(fileSystem, pino({ level: 'silent' }));
  const logFolder = join(folder, 'pg_wal');
  const logFiles = (await readdir(logFolder)).map(async (name) => (await stat(join(logFolder, name))).ino);
  const logInodes = await Promise.all(logFiles);

  for (let n = 0; n < 3; n += 1) {
    synced.length = 0;
    await pglite.query(`insert into rate_limit values ('row-${n}', now(), 1)`);
    expect(synced.filter((inode) => logInodes.includes(inode))).toHaveLength(1);
  }
  await pglite.close();
});
