import { expect, test } from 'vitest';
import { readableText } from '../support/readable-text.ts';

const secret = 'Zoë "Zed" 7731';

test.each([
  ['a text', { name: `of ${secret}.` }],
  ['a key', [{ [secret]: null }]],
  ['bytes of PostgreSQL', { content: Buffer.from(`of ${secret}.`) }],
  ['bytes of the embedded store', { content: new TextEncoder().encode(secret) }],
  ['bytes deep inside', [{ documents: [{ content: Buffer.from(secret) }] }]],
])('finds readable text in %s', (_, rows) => {
  expect(readableText(rows)).toContain(secret);
});

test('returns times and numbers as JSON writes them', () => {
  const text = readableText({ at: new Date(0), count: 7731, none: null });
  expect(text.split('\n')).toEqual(expect.arrayContaining(['1970-01-01T00:00:00.000Z', '7731', 'null']));
});
