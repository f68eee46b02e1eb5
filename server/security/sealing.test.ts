import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseKeyList } from '../config/key-list.ts';
import type { Envelope } from '../db/tables.ts';
import { newKeyEntry } from './key-ring.ts';
import { wrappingByRing } from './key-wrapping.ts';
import {
  type Aad,
  EncryptionError,
  keyedHash,
  newDataKey,
  openBytes,
  openRow,
  openText,
  rewrapDataKey,
  sealBytes,
  sealRow,
  sealText,
  unwrapDataKey,
} from './sealing.ts';

function ringOf(...entries: string[]) {
  const ring = parseKeyList(entries.join(','));
  if (ring === undefined) throw new Error('The fixture is wrong.');
  return wrappingByRing(ring);
}

const [oldEntry, newEntry] = [newKeyEntry(), newKeyEntry()];
const ring = ringOf(oldEntry);
const { key, wrapped } = await newDataKey(ring, 'app-1');
const aad: Aad = { program: 'demo', application: 'app-1', table: 'personnel', row: 'row-1', field: 'ssn' };
const parts = ['program', 'application', 'table', 'row', 'field'] as const;
const text = fc.string({ unit: 'binary' });
const bytesOf = (base64: string) => Buffer.from(base64, 'base64');

/** Expects an EncryptionError that contains only its fixed message, so the error reveals nothing. */
function expectApiError(work: () => unknown): void {
  let thrown: unknown;
  try {
    work();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(EncryptionError);
  expect(thrown).toMatchObject({ message: 'A value could not be sealed or opened.' });
  expect(thrown).not.toHaveProperty('cause');
}

describe('a sealed row', () => {
  const ofRow = { program: 'demo', application: 'app-1', table: 'personnel', row: 'row-1' };
  const sealed = sealRow(key, { ssn: '512447731' }, ofRow, 3);

  test('opens at its place, and reveals its version', () => {
    expect(openRow(key, JSON.parse(JSON.stringify(sealed)), ofRow)).toEqual({ ssn: '512447731' });
    expect(sealed).toMatchObject({ v: 2, r: 3 });
    expect(JSON.stringify(sealed)).not.toContain('512447731');
  });

  test('does not open as another version, at another place, or as a text', async () => {
    for (const r of [2, 4, '3', null])
      expectApiError(() => openRow(key, { ...sealed, r: r as number }, ofRow));
    for (const part of ['program', 'application', 'table', 'row'] as const)
      expectApiError(() => openRow(key, sealed, { ...ofRow, [part]: 'other' }));
    const { r: _, ...rest } = sealed;
    for (const field of ['3', 'row'])
      expectApiError(() => openText(key, { ...rest, v: 1 }, { ...ofRow, field }));
    const { key: other } = await newDataKey(ring, 'app-1');
    expectApiError(() => openRow(other, sealed, ofRow));
  });
});

describe('a sealed text', () => {
  test('opens at its own place, whatever the text and the names', () => {
    fc.assert(
      fc.property(
        text,
        fc.array(fc.string({ unit: 'binary', minLength: 1 }), { minLength: 5, maxLength: 5 }),
        (value, names) => {
          const aad = Object.fromEntries(parts.map((part, at) => [part, names[at]])) as Aad;
          expect(openText(key, sealText(key, value, aad), aad)).toBe(value);
        },
      ),
    );
  });

  test('is plain JSON with a 12-byte nonce, a 16-byte tag, and no trace of the text', () => {
    const envelope = sealText(key, '512447731', aad);
    expect(envelope).toEqual({
      v: 1,
      k: key.id,
      n: expect.any(String),
      t: expect.any(String),
      c: expect.any(String),
    });
    expect(bytesOf(envelope.n)).toHaveLength(12);
    expect(bytesOf(envelope.t)).toHaveLength(16);
    expect(JSON.stringify(envelope)).not.toContain('512447731');
    expect(bytesOf(envelope.c).toString('latin1')).not.toContain('512447731');
    expect(openText(key, JSON.parse(JSON.stringify(envelope)), aad)).toBe('512447731');
  });

  test('is different each time', () => {
    const sealed = Array.from({ length: 50 }, () => sealText(key, 'same', aad));
    expect(new Set(sealed.map(({ n }) => n)).size).toBe(50);
    expect(new Set(sealed.map(({ c }) => c)).size).toBe(50);
  });

  test.each(parts)('does not open with another %s', (part) => {
    const envelope = sealText(key, '512447731', aad);
    expectApiError(() => openText(key, envelope, { ...aad, [part]: `${aad[part]}2` }));
    expectApiError(() => sealText(key, '512447731', { ...aad, [part]: '' }));
  });

  test('does not open if two names are the same only when joined', () => {
    const envelope = sealText(key, 'x', { ...aad, table: 'ab', row: 'c' });
    expectApiError(() => openText(key, envelope, { ...aad, table: 'a', row: 'bc' }));
    const moved = sealText(key, 'x', { ...aad, row: 'r', field: 'f\u0000\u0000\u0000\u0001g' });
    expectApiError(() => openText(key, moved, { ...aad, row: 'r\u0000\u0000\u0000\u0001f', field: 'g' }));
  });

  test('does not open with a shortened tag, even one that GCM would accept', () => {
    const envelope = sealText(key, '512447731', aad);
    for (const length of [0, 4, 8, 12, 15]) {
      const t = bytesOf(envelope.t).subarray(0, length).toString('base64');
      expectApiError(() => openText(key, { ...envelope, t }, aad));
    }
  });

  test('does not open when any bit of it was changed', () => {
    const envelope = sealText(key, '512447731', aad);
    fc.assert(
      fc.property(
        fc.constantFrom('n', 't', 'c' as const),
        fc.nat(),
        fc.integer({ min: 0, max: 7 }),
        (name, where, bit) => {
          const bytes = bytesOf(envelope[name]);
          const at = where % bytes.length;
          bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
          expectApiError(() => openText(key, { ...envelope, [name]: bytes.toString('base64') }, aad));
        },
      ),
    );
  });

  test('does not open with another key, even one with the same id', async () => {
    const envelope = sealText(key, '512447731', aad);
    const other = (await newDataKey(ring, 'app-1')).key;
    expectApiError(() => openText(other, envelope, aad));
    expectApiError(() => openText({ ...other, id: key.id }, envelope, aad));
    expectApiError(() => openText({ ...key, id: other.id }, envelope, aad));
  });

  test.each([
    ['null', null],
    ['a text', 'x'],
    ['an empty object', {}],
    ['another version', { ...sealText(key, 'x', aad), v: 2 }],
    ['numbers', { v: 1, k: key.id, n: 1, t: 2, c: 3 }],
  ])('replaced with %s throws EncryptionError', (_, value) => {
    expectApiError(() => openText(key, value as Envelope, aad));
  });

  test('must be representable in UTF-8', () => {
    expectApiError(() => sealText(key, 'a\ud800', aad));
    expectApiError(() => sealText(key, 'a', { ...aad, row: '\udc00' }));
  });
});

describe('sealed bytes', () => {
  test('open at their own place, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const sealed = sealBytes(key, bytes, aad);
        expect(sealed).toHaveLength(bytes.length + 37);
        expect(Uint8Array.from(openBytes(key, sealed, aad))).toEqual(bytes);
      }),
    );
  });

  test('open from a view into a larger buffer, as a database driver gives them', () => {
    const sealed = sealBytes(key, Buffer.from('document'), aad);
    const larger = new Uint8Array(sealed.length + 20);
    larger.set(sealed, 7);
    expect(openBytes(key, larger.subarray(7, 7 + sealed.length), aad).toString()).toBe('document');
  });

  test('do not open if changed, cut short, elsewhere, with another key, or as a text', async () => {
    const sealed = sealBytes(key, Buffer.from('document'), aad);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expectApiError(() => openBytes(key, changed, aad));
      expectApiError(() => openBytes(key, sealed.subarray(0, at), aad));
    }
    for (const part of parts) expectApiError(() => openBytes(key, sealed, { ...aad, [part]: 'other' }));
    const other = await newDataKey(ring, 'app-1');
    expectApiError(() => openBytes(other.key, sealed, aad));
    const [n, t, c] = [sealed.subarray(9, 21), sealed.subarray(21, 37), sealed.subarray(37)];
    const asText = {
      v: 1,
      k: key.id,
      n: n.toString('base64'),
      t: t.toString('base64'),
      c: c.toString('base64'),
    } as const;
    expectApiError(() => openText(key, asText, aad));
  });
});

describe('a data key', () => {
  test('unwraps to the same key, which the wrapped form does not contain', async () => {
    const again = await unwrapDataKey(ring, JSON.parse(JSON.stringify(wrapped)), 'app-1');
    expect(again.key.equals(key.key)).toBe(true);
    expect(openText(again, sealText(key, 'x', aad), aad)).toBe('x');
    expect(bytesOf(wrapped.c).equals(key.key.export())).toBe(false);
    expect(wrapped).toMatchObject({ id: key.id, k: ring.currentId });
  });

  test('is different for each application', async () => {
    expect((await newDataKey(ring, 'app-1')).key.key.equals(key.key)).toBe(false);
  });

  test('does not unwrap for another owner, under another id, changed, or from another ring', async () => {
    const other = (await newDataKey(ring, 'app-2')).wrapped;
    await expect(unwrapDataKey(ring, other, 'app-1')).rejects.toThrow(EncryptionError);
    await expect(unwrapDataKey(ring, { ...wrapped, id: other.id }, 'app-1')).rejects.toThrow(EncryptionError);
    await expect(unwrapDataKey(ring, { ...wrapped, c: other.c }, 'app-1')).rejects.toThrow(EncryptionError);
    await expect(unwrapDataKey(ring, { ...wrapped, c: wrapped.c.slice(0, 40) }, 'app-1')).rejects.toThrow(
      EncryptionError,
    );
    await expect(unwrapDataKey(ringOf(newEntry), wrapped, 'app-1')).rejects.toThrow(EncryptionError);
    const sameName = ringOf(`${ring.currentId}:${newKeyEntry().split(':')[1]}`);
    await expect(unwrapDataKey(sameName, wrapped, 'app-1')).rejects.toThrow(EncryptionError);
    await expect(rewrapDataKey(ringOf(newEntry), wrapped, 'app-1')).rejects.toThrow(EncryptionError);
  });

  test('survives the rotation of the ring: its values open, and the old key can be dropped', async () => {
    const sealed = sealText(key, '512447731', aad);
    const rotated = await rewrapDataKey(ringOf(newEntry, oldEntry), wrapped, 'app-1');
    expect(rotated.k).not.toBe(wrapped.k);
    const onlyNew = ringOf(newEntry);
    expect(openText(await unwrapDataKey(onlyNew, rotated, 'app-1'), sealed, aad)).toBe('512447731');
    expect(await rewrapDataKey(onlyNew, rotated, 'app-1')).toBe(rotated);
  });
});

describe('a keyed hash', async () => {
  const hashKey = await newDataKey(ring, 'installation');

  test('is the same for the same value and purpose, even after a rotation', async () => {
    const before = keyedHash(hashKey.key, 'start key', '1234123412341234');
    const rotated = await rewrapDataKey(ringOf(newEntry, oldEntry), hashKey.wrapped, 'installation');
    const after = await unwrapDataKey(ringOf(newEntry), rotated, 'installation');
    expect(before).toMatch(/^[0-9a-f]{64}$/);
    expect(keyedHash(after, 'start key', '1234123412341234')).toBe(before);
  });

  test('is different for another value, purpose or installation', async () => {
    const hashes = [
      keyedHash(hashKey.key, 'start key', '1234123412341234'),
      keyedHash(hashKey.key, 'start key', '1234123412341235'),
      keyedHash(hashKey.key, 'address', '1234123412341234'),
      keyedHash((await newDataKey(ring, 'installation')).key, 'start key', '1234123412341234'),
    ];
    expect(new Set(hashes).size).toBe(4);
  });

  test('is HMAC-SHA-256 under HKDF, as another tool computes it: stored hashes depend on it', () => {
    const fixed = { id: 'AAAAAAAAAAA', key: createSecretKey(Buffer.alloc(32, 7)) };
    expect(keyedHash(fixed, 'start key', '1234123412341234')).toBe(
      '8ad002dacb33b616f730d469edf2ea2ef8a0f7ca31898fe625abddb352bc4f43',
    );
  });
});
