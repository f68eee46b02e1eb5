import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { freshFolder } from '../../tests/support/database.ts';
import { mostInMemory, spool } from './spool.ts';

const hasFreeSpace = async () => true;
const noRoom = async () => false;

async function placeOf(room = hasFreeSpace) {
  return { folder: join(await freshFolder(), 'outgoing'), hasFreeSpace: room };
}

/** Returns `count` pieces of 100,000 bytes. Each byte of a piece is the index of the piece. */
const pieces = (count: number) => Array.from({ length: count }, (_, at) => Buffer.alloc(100_000, at));

test.each([
  ['in memory', 2],
  ['in a file', 60],
])('bytes that are spooled %s can be read repeatedly', async (_where, count) => {
  const spooled = await spool(pieces(count), await placeOf());
  expect(spooled.length).toBe(count * 100_000);
  const read = [1, 2].map(() => buffer(spooled.pieces()));
  for (const one of await Promise.all(read)) expect(one.equals(Buffer.concat(pieces(count)))).toBe(true);
  await spooled.remove();
});

test('a file has no name under which it could be left behind', async () => {
  const target = await placeOf();
  const spooled = await spool(pieces(20), target);
  expect(await readdir(target.folder)).toEqual([]);
  await spooled.remove();
  await expect(buffer(spooled.pieces())).rejects.toThrow();
});

test('on a full disk, only spooling that needs a file fails', async () => {
  const target = await placeOf(noRoom);
  await expect(spool(pieces(20), target)).rejects.toMatchObject({ code: 'ENOSPC' });
  const small = await spool([Buffer.alloc(mostInMemory)], target);
  expect(small.length).toBe(mostInMemory);
});

test('spooling stops when it is aborted', async () => {
  const stop = new AbortController();
  let made = 0;
  async function* endless() {
    for (; ; made += 1) {
      if (made === 5) stop.abort();
      yield Buffer.alloc(100_000);
    }
  }
  await expect(spool(endless(), await placeOf(), stop.signal)).rejects.toThrow();
  expect(made).toBe(5);
});
