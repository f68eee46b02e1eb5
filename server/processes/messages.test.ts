import { expect, test } from 'vitest';
import { type Message, messagesIn, noBytes, written } from './messages.ts';

const messages: readonly Message[] = [
  { head: { make: 'pdf', name: 'Zoë' }, bytes: Buffer.from('%PDF-1.7') },
  { head: null, bytes: noBytes },
  { head: [1, 2], bytes: Buffer.alloc(70_000, 7) },
];

/** Yields all messages as one stream of bytes, cut into pieces of `size` bytes. */
async function* cutInto(size: number, end?: number): AsyncGenerator<Buffer> {
  const whole = Buffer.concat(messages.flatMap((message) => written(message))).subarray(0, end);
  for (let from = 0; from < whole.length; from += size) yield whole.subarray(from, from + size);
}

async function read(stream: AsyncIterable<Buffer>, longest?: number): Promise<readonly Message[]> {
  const found: Message[] = [];
  for await (const { head, bytes } of messagesIn(stream, longest))
    found.push({ head, bytes: Buffer.from(bytes) });
  return found;
}

const sent = messages.map(({ head, bytes }) => ({ head, bytes: Buffer.from(bytes) }));

test.each([1, 7, 8, 9, 65_536, 1_000_000])(
  'messages survive a stream in pieces of %d bytes',
  async (size) => {
    expect(await read(cutInto(size))).toEqual(sent);
  },
);

test('a message that the end of the stream cuts off is dropped', async () => {
  expect(await read(cutInto(1_000, -1))).toEqual(sent.slice(0, 2));
  expect(await read(cutInto(1_000, 5))).toEqual([]);
});

test('a message longer than allowed is refused before it is stored', async () => {
  const lengths = Buffer.from([0, 0, 0, 2, 255, 255, 255, 255]);
  async function* endless() {
    yield lengths;
    throw new Error('The reader read past the lengths');
  }
  await expect(read(endless(), 1_000)).rejects.toThrow('too long');
});
