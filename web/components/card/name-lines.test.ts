import { expect, test } from 'vitest';
import { holderLines, holderSize, nameLines, nameSize } from './name-lines.ts';

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

test('the name of a business has two lines if it is long, and a size at which it ends before the art', () => {
  const sizes = ['Acme', 'Your business name', 'Greenacre Lawn and Garden Care', 'x'.repeat(30)].map(
    (name) => {
      const lines = holderLines(name);
      return [lines, Number(holderSize(lines).toFixed(1))];
    },
  );
  expect(sizes).toEqual([
    [['Acme'], 16],
    [['Your business', 'name'], 16],
    [['Greenacre Lawn', 'and Garden Care'], 16],
    [['x'.repeat(30)], 8],
  ]);
});
