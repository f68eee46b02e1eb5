import { expect, test } from 'vitest';
import { page } from '../../copy/en/page.ts';
import { keptNote } from './kept-note.ts';

const saved = { text: '•••-••-6789', lastFour: '6789' };
const error = {
  message: 'Invalid Field',
  fix: 'Two people have the same Social Security number. Check both.',
};

test('leaving the input of a kept answer empty keeps it, which is said', () => {
  expect(keptNote(page, { saved, error: undefined })).toBe('Leave this empty to keep •••-••-6789');
  expect(keptNote(page, { saved: { text: 'Kept' }, error: undefined })).toBe(
    'Leave this empty to keep what you gave before',
  );
});

test('beside an error it is not said', () => {
  expect(keptNote(page, { saved, error })).toBeUndefined();
});

test('where nothing is kept there is nothing to say', () => {
  expect(keptNote(page, { saved: undefined, error: undefined })).toBeUndefined();
});
