import sharp from 'sharp';
import { expect, test } from 'vitest';
import { canBeRead, pictureType } from './picture-type.ts';

const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#987' } });
const jpeg = new Uint8Array(await picture.clone().jpeg().toBuffer());
const png = new Uint8Array(await picture.clone().png().toBuffer());
const heic = (brand: string) => new TextEncoder().encode(`\0\0\0\x18ftyp${brand}\0\0\0\0`);

test.each([
  ['image/jpeg', jpeg],
  ['image/png', png],
  ['image/heic', heic('heic')],
  ['image/heic', heic('mif1')],
] as const)('%s is recognized by its bytes, with any name and type', async (type, bytes) => {
  for (const claimed of ['image/jpg', 'application/octet-stream', '', 'application/pdf', type])
    expect(await pictureType(new File([bytes], 'scan', { type: claimed }))).toBe(type);
});

test.each([
  ['a PDF', new TextEncoder().encode('%PDF-1.7\n')],
  ['a video', heic('isom')],
  ['an incomplete signature', jpeg.slice(0, 2)],
  ['an empty file', new Uint8Array()],
])('%s is not a photo, even if its declared type is a photo’s', async (_, bytes) => {
  expect(await pictureType(new File([bytes], 'scan.jpg', { type: 'image/jpeg' }))).toBeUndefined();
});

test('canBeRead resolves to true for a readable file', async () => {
  expect(await canBeRead(new File([jpeg], 'scan.jpg'))).toBe(true);
});
