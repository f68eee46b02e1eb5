import { expect, test } from 'vitest';
import {
  acceptedTypes,
  documentsPerApplication,
  documentTypes,
  largestDocument,
  longestPhotoSide,
  mostPicturePixels,
  pagesPerDocument,
  sizeText,
} from './document-limits.ts';

test.each([
  [1, '1 KB'],
  [28_206, '28 KB'],
  [900 * 1024, '900 KB'],
  [996_147, '973 KB'],
  [996_148, '1 MB'],
  [1_048_576, '1 MB'],
  [4_600_000, '4.4 MB'],
  [largestDocument, '10 MB'],
])('%d bytes are %s', (bytes, words) => {
  expect(sizeText(bytes)).toBe(words);
});

test('five documents are kept, each of 10 MB and 20 pages at most (D29, D61)', () => {
  expect(documentsPerApplication).toBe(5);
  expect(largestDocument).toBe(10_485_760);
  expect(pagesPerDocument).toBe(20);
});

test('a photo is sent with 2,400 pixels on its longest side, and opened up to 50 million pixels (D29)', () => {
  expect(longestPhotoSide).toBe(2_400);
  expect(mostPicturePixels).toBe(50_000_000);
});

test('a document is a PDF, a JPEG or a PNG that proves that the business exists (D29)', () => {
  expect(acceptedTypes).toEqual(['application/pdf', 'image/jpeg', 'image/png']);
  expect(documentTypes).toEqual(['proof_of_entity']);
});
