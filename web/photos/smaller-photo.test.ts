import { expect, test } from 'vitest';
import { jpegName, sizeWithin } from './smaller-photo.ts';

test('a photo keeps its proportions within the limit, and is never enlarged', () => {
  expect(sizeWithin({ width: 4000, height: 3000 }, 2400)).toEqual({ width: 2400, height: 1800 });
  expect(sizeWithin({ width: 3024, height: 4032 }, 2400)).toEqual({ width: 1800, height: 2400 });
  expect(sizeWithin({ width: 2400, height: 1 }, 2400)).toEqual({ width: 2400, height: 1 });
  expect(sizeWithin({ width: 60_000, height: 3 }, 2400)).toEqual({ width: 2400, height: 1 });
  expect(sizeWithin({ width: 60, height: 40 }, 2400)).toEqual({ width: 60, height: 40 });
});

test('a photo that becomes a JPEG gets the extension .jpg', () => {
  expect(jpegName('IMG_1.HEIC')).toBe('IMG_1.jpg');
  expect(jpegName('scan 31.12.2026.png')).toBe('scan 31.12.2026.jpg');
  expect(jpegName('scan')).toBe('scan.jpg');
});
