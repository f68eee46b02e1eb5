/**
 * One screen and dialog of each kind, by the rules that a machine can check (A1, A3–A5, X7). `npm run
 * test:accessibility` checks all of them.
 */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readAloudFolder, testAccessibility } from '../support/browser/accessible.ts';
import { gallery } from '../support/browser/gallery.ts';

/** One entry of each kind of part: others are made of the same parts, and are looked at by the longer command. */
const kinds: readonly string[] = [
  'intro',
  'business-2-in-error',
  'business-3-industry-results',
  'business-address-suggestions',
  'business-additional-proof-uploaded-image',
  'applicant-calendar',
  'owner-list-remove',
  'section-review',
  'review',
  'agreement-esign-dialog',
  'finish-completed',
  'unknown-host',
  'business-field-help',
  'business-save-failed',
  'business-inactive',
];

/** All twelve looks are tested on these. */
const coloured: readonly string[] = ['business-2-in-error'];

await testAccessibility(
  gallery.filter(({ name }) => kinds.includes(name)),
  coloured,
);

test('names in other lists are names of the gallery', () => {
  const names = gallery.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect([...kinds, ...coloured].filter((name) => !names.includes(name))).toEqual([]);
  const kept = readdirSync(readAloudFolder).map((file) => file.replace('.yaml', ''));
  expect(kept.sort()).toEqual(names.toSorted());
});
