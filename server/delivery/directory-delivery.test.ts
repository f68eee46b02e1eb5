import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../tests/support/database.ts';
import { spool } from '../files/spool.ts';
import { directoryDelivery } from './directory-delivery.ts';

const provider = {
  providerId: 'quillbrook',
  name: 'Q',
  fullName: 'Quillbrook',
  abbrev: 'Q',
  mailFrom: 'cards@q.example',
};
const never = new AbortController().signal;
const inMemory = (text: string) => spool([Buffer.from(text)], { folder: '', hasFreeSpace: async () => true });
const job = (id: string) => ({ id, takeDateTime: new Date() });

test('a delivery is one file, and a repeat replaces it', async () => {
  const dataDir = await freshFolder();
  const folder = join(dataDir, 'deliveries');
  const way = directoryDelivery(dataDir);
  await way.handOver(provider, job('id-1'), await inMemory('first'), never);
  await way.handOver(provider, job('id-1'), await inMemory('again'), never);
  await way.handOver(provider, job('id-2'), await inMemory('other'), never);
  expect((await readdir(folder)).sort()).toEqual(['id-1.jwe', 'id-2.jwe']);
  expect(await readFile(join(folder, 'id-1.jwe'), 'utf8')).toBe('again');
  expect((await stat(join(folder, 'id-1.jwe'))).mode & 0o777).toBe(0o600);
});
