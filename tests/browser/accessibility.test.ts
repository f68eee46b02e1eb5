/**
 * Tests that a screen passes the rules that a machine can check (A1, A3–A5, X7). `npm run test:accessibility` checks a sample of
 * all screens and dialogs, and `npm run test:all` checks all of them.
 */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readAloudFolder, testAccessibility } from '../support/browser/accessible.ts';
import { gallery } from '../support/browser/gallery.ts';

const checked = 'business-2-in-error';

await testAccessibility(
  gallery.filter(({ name }) => name === checked),
  [],
);

test('each entry of the gallery has its own name, and a record of what a screen reader gets', () => {
  const names = gallery.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain(checked);
  const kept = readdirSync(readAloudFolder).map((file) => file.replace('.yaml', ''));
  expect(kept.sort()).toEqual(names.toSorted());
});
