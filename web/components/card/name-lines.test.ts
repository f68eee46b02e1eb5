import { expect, test } from 'vitest';
import { nameLines, nameSize } from './name-lines.ts';

test.each([
  ['Toro', ['Toro']],
  ['Twenty-two characters.', ['Twenty-two characters.']],
  ['Green Valley Farm Cooperative', ['Green Valley', 'Farm Cooperative']],
  ['Landwirtschaftsgenossenschaft', ['Landwirtschaftsgenossenschaft']],
])('the name %s stands on its card as %j', (name, lines) => {
  expect(nameLines(name)).toEqual(lines);
});

test('a longer name is written smaller', () => {
  expect(nameSize(['Toro'])).toBe(30);
  expect(nameSize(['Green Valley', 'Farm Cooperative'])).toBe(20);
  expect(nameSize(['Landwirtschaftsgenossenschaft'])).toBe(13);
});
