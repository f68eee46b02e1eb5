import { expect, test } from 'vitest';
import { digitsIn, mailCode, mostMisses, taxIdEnd } from './resume-limits.ts';

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
  expect(digitsIn(typed, mailCode.digits)).toBe('123456');
});

test.each(['', '12345', '1234567', '12345a', '12.3456', '123456 789'])(
  '%j is not a code of six digits',
  (typed) => {
    expect(digitsIn(typed, mailCode.digits)).toBeUndefined();
  },
);

test.each(['5926', ' 5926 ', '59-26', '５９２６'])('%j is the end of a tax ID', (typed) => {
  expect(digitsIn(typed, taxIdEnd)).toBe('5926');
});

test.each(['', '592', '59261', '59a26', '84-7315926'])('%j is not the end of a tax ID', (typed) => {
  expect(digitsIn(typed, taxIdEnd)).toBeUndefined();
});

test('a code is valid for ten minutes and five tries, and three are sent per hour (D55)', () => {
  expect(mailCode).toMatchObject({ minutes: 10, tries: 5, perHour: 3 });
});

test('five wrong tries revoke the resume token of a device (D55)', () => {
  expect(mostMisses).toBe(5);
});
