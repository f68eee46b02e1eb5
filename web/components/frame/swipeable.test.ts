import { expect, test } from 'vitest';
import { isFarEnough, isSwipe } from './swipeable.ts';

test('a swipe counts from 60 percent of the track', () => {
  expect(isFarEnough(180, 300)).toBe(true);
  expect(isFarEnough(179, 300)).toBe(false);
});

test('a track without length is never swiped', () => {
  expect(isFarEnough(0, 0)).toBe(false);
});

test('a press that moves a little is a tap', () => {
  expect(isSwipe(10)).toBe(false);
  expect(isSwipe(11)).toBe(true);
});
