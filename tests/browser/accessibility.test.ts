/**
 * Tests that a screen and a dialog pass the rules that a machine can check (A1, A3–A5, X7). `npm run test:accessibility` checks
 * more screens and dialogs, and `npm run test:all` checks all of them.
 */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readAloudFolder, testAccessibility } from '../support/browser/accessible.ts';
import { gallery } from '../support/browser/gallery.ts';

/** A screen and a dialog from the gallery. Together they show most kinds of interface elements. */
const few: readonly string[] = ['business-2-in-error', 'agreement-esign-dialog'];

await testAccessibility(
  gallery.filter(({ name }) => few.includes(name)),
  [],
);

test('the entries that other lists name exist in the gallery', () => {
  const names = gallery.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(few.filter((name) => !names.includes(name))).toEqual([]);
  const kept = readdirSync(readAloudFolder).map((file) => file.replace('.yaml', ''));
  expect(kept.sort()).toEqual(names.toSorted());
});
