/**
 * One screen and dialog of each kind, by the rules that a machine can check (A1, A3–A5, X7). `npm run
 * test:accessibility` checks all of them.
 */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readAloudFolder, testAccessibility } from '../support/browser/accessible.ts';
import { gallery } from '../support/browser/gallery.ts';

/** One entry of each kind, as found or in error; others are made of the same parts. */
const kinds: readonly string[] = [
  'intro',
  'share-information-in-error',
  'business',
  'business-2-in-error',
  'business-3-industry-results',
  'business-address-suggestions',
  'business-billing-one-wrong',
  'business-additional-gambling',
  'business-additional-proof-uploaded-image',
  'applicant-in-error',
  'applicant-calendar',
  'applicant-2-saved',
  'applicant-3-one-wrong',
  'owner-list-no-other-in-error',
  'owner-list-remove',
  'control-question-stop',
  'entity-required',
  'section-review',
  'review',
  'review-edit-share-in-error',
  'agreement-esign-unread-clicked',
  'agreement-esign-dialog',
  'finish-completed',
  'error',
  'unknown-host',
  'business-field-help',
  'business-save-failed',
  'business-no-connection',
  'business-inactive',
];

/** All twelve looks are tested on these. */
const coloured: readonly string[] = ['business-2-in-error', 'review'];

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
