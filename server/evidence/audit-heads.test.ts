import { createHash, createSecretKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { KeptHead } from '../db/queries/audit-events.ts';
import { exportHeads, headsPublicKey, isSigned, readHeads, signHeads } from './audit-heads.ts';

const hashKey = { id: 'AAAAAAAAAAA', key: createSecretKey(Buffer.alloc(32, 7)) };
const otherKey = { id: 'BBBBBBBBBBB', key: createSecretKey(Buffer.alloc(32, 8)) };
const at = new Date('2026-11-24T09:00:00.000Z');

const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const headOf = (number: number): KeptHead => ({
  applicationId: idOf(number),
  sequence: number,
  hash: Buffer.alloc(32, number),
});
const heads: readonly KeptHead[] = [
  headOf(1),
  { ...headOf(2), isErased: true },
  { ...headOf(3), isBroken: true },
];

async function* inTurn<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

/** Exports heads, and returns the pieces, the lines and the summary of the file. */
async function exported(given: readonly KeptHead[], options: { readonly verified?: boolean } = {}) {
  const writing = exportHeads(inTurn(given), hashKey, { at, ...options });
  const pieces: Buffer[] = [];
  for (;;) {
    const { done, value } = await writing.next();
    if (done)
      return {
        pieces,
        lines: Buffer.concat(pieces)
          .toString()
          .split(/(?<=\n)/),
        summary: value,
      };
    pieces.push(value);
  }
}

async function read(
  lines: readonly (string | Buffer)[],
  options: Parameters<typeof readHeads>[2] = {},
  key = hashKey,
): Promise<readonly KeptHead[]> {
  const found: KeptHead[] = [];
  const content = inTurn(lines.map((line) => Buffer.from(line)));
  for await (const head of readHeads(content, key, options)) found.push(head);
  return found;
}

/** Returns the lines of a file. The last line has the right count and hash of the others, and a valid signature. */
function fileOf(first: object, ...between: string[]) {
  const beginning = [`${JSON.stringify(first)}\n`, ...between];
  const sha256 = createHash('sha256').update(beginning.join('')).digest('hex');
  const closing = { count: between.length, sha256 };
  const signature = signHeads(hashKey, `${JSON.stringify(closing)}\n`);
  return [...beginning, `${JSON.stringify({ ...closing, signature })}\n`];
}
const first = { format: 'audit-heads', version: 2, createDateTime: at.toISOString() };
const line = (content: object) => `${JSON.stringify(content)}\n`;
const someHead = { applicationId: idOf(1), sequence: 1, hash: 'ab'.repeat(32) };

describe('exported heads', () => {
  test('are read back unchanged, wherever the stream is split', async () => {
    const { lines, summary } = await exported(heads);
    expect(await read(lines)).toEqual(heads);
    expect(await read([lines.join('')])).toEqual(heads);
    expect(await read([...lines.join('')].map((sign) => Buffer.from(sign)))).toEqual(heads);
    expect(summary.count).toBe(3);
    expect(lines.map((one) => JSON.parse(one))).toEqual([
      first,
      { applicationId: idOf(1), sequence: 1, hash: '01'.repeat(32) },
      { applicationId: idOf(2), sequence: 2, hash: '02'.repeat(32), erased: true },
      { applicationId: idOf(3), sequence: 3, hash: '03'.repeat(32), broken: true },
      { count: 3, sha256: summary.sha256, signature: expect.any(String) },
    ]);
    expect(await read((await exported([])).lines)).toEqual([]);
  });

  test('are written in pieces of 64 KB, and marked if they were verified', async () => {
    const many = Array.from({ length: 1_000 }, (_, index) => headOf(index + 1));
    const { pieces, lines } = await exported(many, { verified: true });
    const sizes = pieces.map(({ length }) => length);
    for (const size of sizes.slice(0, -1)) expect(size).toBeGreaterThanOrEqual(65_536);
    for (const size of sizes) expect(size).toBeLessThan(65_536 + 200);
    expect(sizes).toHaveLength(3);
    expect(await read(lines, { verified: true })).toHaveLength(1_000);
    expect(JSON.parse(lines[0] ?? '')).toEqual({ ...first, verified: true });
    await expect(read((await exported(heads)).lines, { verified: true })).rejects.toThrow(
      'exported heads, not verified ones',
    );
  });

  test.each([
    ['another format', { ...first, format: 'other' }],
    ['no format', { version: 2 }],
    ['a later version', { ...first, version: 3 }],
    ['no object', []],
  ])('are not read from a file with %s', async (_what, beginning) => {
    await expect(read(fileOf(beginning))).rejects.toThrow('contains no heads of audit trails');
  });

  test('of version 1 have no signature, and are read only with --unsigned', async () => {
    const file = fileOf({ ...first, version: 1 }, line(someHead));
    await expect(read(file)).rejects.toThrow('--unsigned');
    expect(await read(file, { unsigned: true })).toHaveLength(1);
    const unsigned = file.with(-1, line({ ...JSON.parse(file.at(-1) ?? ''), signature: undefined }));
    expect(await read(unsigned, { unsigned: true })).toHaveLength(1);
  });

  test.each([
    ['no text as id', { ...someHead, applicationId: 1 }],
    ['an id of another form', { ...someHead, applicationId: 'application-1' }],
    ['no number', { ...someHead, sequence: '1' }],
    ['half a number', { ...someHead, sequence: 1.5 }],
    ['no text as hash', { ...someHead, hash: 1 }],
    ['a short hash', { ...someHead, hash: 'ab' }],
  ])('are not read if a line has %s', async (_what, head) => {
    await expect(read(fileOf(first, line(head)))).rejects.toThrow('a line that is not a head');
  });

  test('are not read if they are unsorted or one is repeated', async () => {
    const [one, two] = [line(someHead), line({ ...someHead, applicationId: idOf(2) })];
    expect(await read(fileOf(first, one, two))).toHaveLength(2);
    for (const wrong of [
      [two, one],
      [one, one],
    ])
      await expect(read(fileOf(first, ...wrong))).rejects.toThrow('not sorted by id');
  });

  test('are not read if lines are missing, altered or cut short', async () => {
    const { lines } = await exported(heads);
    const last = JSON.parse(lines.at(-1) ?? '');
    for (const wrong of [
      lines.toSpliced(1, 1),
      lines.slice(0, -1),
      lines.with(1, line({ ...someHead, sequence: 7 })),
      lines.with(-1, lines.at(-1)?.trimEnd() ?? ''),
      lines.with(-1, line({ ...last, count: 2 })),
      lines.with(-1, line({ ...last, sha256: '00'.repeat(32) })),
      lines.with(-1, line({})),
      lines.slice(0, 1),
    ])
      await expect(read(wrong)).rejects.toThrow('is incomplete');
  });

  test('are not read if another installation signed them, or no one', async () => {
    const { lines } = await exported(heads);
    await expect(read(lines, {}, otherKey)).rejects.toMatchObject({
      name: 'HeadsProblem',
      message: expect.stringContaining('not signed by this installation'),
    });
    const { signature: _, ...last } = JSON.parse(lines.at(-1) ?? '');
    await expect(read(lines.with(-1, line(last)))).rejects.toThrow('not signed by this installation');
  });

  test('are not read if a line is too long', async () => {
    await expect(read([line(first), 'x'.repeat(1_024)])).rejects.toThrow('is incomplete');
    await expect(read([line(first), 'x'.repeat(1_025)])).rejects.toThrow('contains no heads of audit trails');
  });
});

describe('the signature of heads', () => {
  test('is valid for one text and one installation', () => {
    const signature = signHeads(hashKey, 'text');
    expect(isSigned(hashKey, 'text', signature)).toBe(true);
    expect(isSigned(hashKey, 'texts', signature)).toBe(false);
    expect(isSigned(otherKey, 'text', signature)).toBe(false);
    for (const none of [undefined, 1, '']) expect(isSigned(hashKey, 'text', none)).toBe(false);
  });

  test('uses a key that never changes, because operators keep its public half', () => {
    expect(headsPublicKey(hashKey)).toContain('MCowBQYDK2VwAyEAQFywENHmETTRtksI8j//MgNSDrYgGyZc1H2heZLLcnc=');
  });
});
