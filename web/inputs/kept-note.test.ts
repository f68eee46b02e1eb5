import { expect, test } from 'vitest';
import { page } from '../../copy/en/page.ts';
import { keptNote } from './kept-note.ts';

const saved = { text: '•••-••-6789', lastFour: '6789' };

test('the note says that an empty input keeps the stored answer', () => {
  expect(keptNote(page, { saved })).toBe('Leave this blank to keep the number ending in 6789');
  expect(keptNote(page, { saved: { text: 'Kept' } })).toBe(
    'Leave this blank to keep what you entered before',
  );
});

test('there is no note without a stored answer', () => {
  expect(keptNote(page, { saved: undefined })).toBeUndefined();
});
