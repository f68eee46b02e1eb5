/**
 * Tests that screens and dialogs of the gallery pass the rules that a machine can check (A1, A3–A5, X7). `npm run test:all`
 * checks all gallery entries. A run with names checks only the named entries. Any other run checks an evenly spread sample.
 */
import { expect, test } from 'vitest';
import { testAccessibility } from '../support/browser/accessible.ts';
import { unneeded } from '../support/browser/decided.ts';
import { gallery } from '../support/browser/gallery.ts';
import { someOf, triesAll } from '../support/rounds.ts';

/**
 * Gallery entries that together contain all kinds of colored elements. Only these entries are tested in all twelve themes. Each
 * other entry is tested only in its program's light theme.
 */
const colored: readonly string[] = [
  'intro-of-the-demonstration',
  'share-information-in-error',
  'business-2-in-error',
  'business-2-doubtful',
  'business-2-industry-results',
  'business-address-suggestions',
  'business-additional-proof-uploaded-image',
  'applicant-saved',
  'owner-list-no-other-in-error',
  'section-review',
  'review-open',
  'agreement-esign-agreed',
  'agreement-esign-unread-clicked',
  'agreement-esign-dialog',
  'finish-completed',
  'finish-pending',
  'business-field-help',
  'business-save-failed',
  'business-no-connection',
  'business-inactive',
  'intro-offered',
  'finish-timeout-offered',
  'resume-refused',
  'resume-kept',
  'section-review-finish-later-limited',
  'section-review-finish-later-saved',
  'resume-link-code-in-error',
];

await testAccessibility(someOf(gallery), colored);

test('the entries to test in all themes exist in the gallery', () => {
  const names = gallery.map(({ name }) => name);
  expect(colored.filter((name) => !names.includes(name))).toEqual([]);
});

test.runIf(triesAll)('every exception is needed on some screen', () => {
  expect(unneeded()).toEqual([]);
});
