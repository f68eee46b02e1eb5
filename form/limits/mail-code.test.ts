import { expect, test } from 'vitest';
import { mailCodeIn } from './mail-code.ts';

test.each([
  '123456',
  ' 123456 ',
  '123 456',
  '123-456',
  '1 2 3 4 5 6',
  '１２３４５６',
  '１２３－４５６',
  '123\u2013456',
  '\u200B123456',
])('%j is a code of six digits', (typed) => {
  expect(mailCodeIn(typed)).toBe('123456');
});

test.each(['', '12345', '1234567', '12345a', '12.3456', '123456 789'])('%j is none', (typed) => {
  expect(mailCodeIn(typed)).toBeUndefined();
});
