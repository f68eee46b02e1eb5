import { expect, test } from 'vitest';
import { nameLines, nameSize } from './name-lines.ts';

test.each([
  ['Toro', ['Toro']],
  ['Twenty-two characters.', ['Twenty-two characters.']],
  ['Green Valley Farm Cooperative', ['Green Valley', 'Farm Cooperative']],
  ['Landwirtschaftsgenossenschaft', ['Landwirtschaftsgenossenschaft']],
])('the name %s has the lines %j on its card', (name, lines) => {
  expect(nameLines(name)).toEqual(lines);
});

test('a longer name has a smaller font', () => {
  expect(nameSize(['Toro'])).toBe(30);
  expect(nameSize(['Green Valley', 'Farm Cooperative'])).toBe(20);
  expect(nameSize(['Landwirtschaftsgenossenschaft'])).toBe(13);
});
