/** Tests that before the page sends a photo, it shrinks the photo, applies its EXIF rotation and removes its location (D29). */
import sharp from 'sharp';
import { expect } from 'vitest';
import { largestDocument, longestPhotoSide } from '../../form/limits/document-limits.ts';
import { arriveAt } from '../support/browser/arrive.ts';
import { card, cards, chooseDocument, sendDocument, uploadError } from '../support/browser/documents.ts';
import { setUp } from '../support/browser/set-up.ts';

const { server, test } = await setUp({ persistsSession: true });

/**
 * An image of random noise, like the noise in a camera's photo. At 12 megapixels and the best quality, it exceeds the size limit
 * of a document.
 */
const noise = sharp({
  create: {
    width: 4000,
    height: 3000,
    channels: 3,
    background: '#c33',
    noise: { type: 'gaussian', mean: 128, sigma: 40 },
  },
});

/** The EXIF tag for GPS data, with the least significant byte first. */
const gpsTag = Buffer.from([0x25, 0x88]);

/** A photo like a phone's, with an EXIF rotation and a location. */
const phonePhoto = await noise
  .clone()
  .composite([
    { input: { create: { width: 4000, height: 300, channels: 3, background: '#00f' } }, gravity: 'north' },
  ])
  .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '44/1 51/1 0/1' } })
  .withMetadata({ orientation: 6 })
  .jpeg({ quality: 99 })
  .toBuffer();

test('a photo is sent upright, without its location and at most 2,400 pixels long, and a broken photo is refused with a reason', async ({
  applicant,
}) => {
  await arriveAt(server, applicant, '/apply/business/additional/proof');
  expect(phonePhoto.length).toBeGreaterThan(largestDocument);
  const { exif: taken } = await sharp(phonePhoto).metadata();
  expect(taken?.includes(gpsTag)).toBe(true);

  const parts: Buffer[] = [];
  server.app.server.prependOnceListener('request', (request) => {
    // Wrap `emit` to read the body. An additional listener would receive the first parts of the body before the server listens.
    const emit = request.emit.bind(request);
    request.emit = (event: string, ...given: unknown[]) => {
      if (event === 'data') parts.push(given[0] as Buffer);
      return emit(event, ...given);
    };
  });
  await sendDocument(applicant, { name: 'license.jpg', mimeType: 'image/jpeg', buffer: phonePhoto });
  const body = Buffer.concat(parts);
  const arrived = body.subarray(body.indexOf(Buffer.from([0xff, 0xd8, 0xff])));
  const { width, height, format, orientation, exif } = await sharp(arrived).metadata();
  expect({ width, height, format, orientation, exif }).toEqual({
    width: (longestPhotoSide / 4) * 3,
    height: longestPhotoSide,
    format: 'jpeg',
    orientation: undefined,
    exif: undefined,
  });
  expect(arrived.length).toBeLessThan(largestDocument);
  // After the EXIF rotation, the top of the sensor's image is on the right.
  const { data, info } = await sharp(arrived).raw().toBuffer({ resolveWithObject: true });
  const blueAt = (x: number) => data.at((1200 * info.width + x) * info.channels + 2) ?? 0;
  const redAt = (x: number) => data.at((1200 * info.width + x) * info.channels) ?? 0;
  expect([blueAt(info.width - 90) > 200, redAt(info.width - 90) < 60, redAt(90) > 60]).toEqual([
    true,
    true,
    true,
  ]);

  // If a JPEG is smaller than the PNG, the page sends the JPEG and changes the extension of the file name.
  const large = await noise.clone().extract({ left: 0, top: 0, width: 2600, height: 400 }).png().toBuffer();
  await chooseDocument(applicant, { name: 'filing.png', mimeType: 'image/png', buffer: large });
  await card(applicant, 'filing.jpg').waitFor();

  const torn = { name: 'torn.jpg', mimeType: 'image/jpeg', buffer: phonePhoto.subarray(0, 3_000_000) };
  await chooseDocument(applicant, torn);
  await uploadError(applicant, 'torn.jpg', 'broken_image').waitFor();
  expect(await cards(applicant).count()).toBe(2);
});

/** Returns a list that collects the bodies of document uploads that arrive at the server. */
function arrivals(): Buffer[] {
  const bodies: Buffer[] = [];
  server.app.server.prependListener('request', (request) => {
    if (request.method !== 'POST' || !request.url?.endsWith('/document')) return;
    const at = bodies.push(Buffer.alloc(0)) - 1;
    const emit = request.emit.bind(request);
    request.emit = (event: string, ...given: unknown[]) => {
      if (event === 'data') bodies[at] = Buffer.concat([bodies[at] as Buffer, given[0] as Buffer]);
      return emit(event, ...given);
    };
  });
  return bodies;
}

const small = await noise.clone().extract({ left: 0, top: 0, width: 3000, height: 600 }).jpeg().toBuffer();
const widthOf = async (body: Buffer | undefined) => {
  const picture = body?.subarray(body.indexOf(Buffer.from([0xff, 0xd8, 0xff])));
  return (await sharp(picture).metadata()).width;
};

test('a photo is recognized by its content, not by its type', async ({ applicant }) => {
  await arriveAt(server, applicant, '/apply/business/additional/proof');
  const bodies = arrivals();
  for (const [name, mimeType] of [
    ['first.jpg', 'image/jpg'],
    ['second.jpg', 'application/octet-stream'],
    ['third', ''],
  ] as const) {
    await chooseDocument(applicant, { name, mimeType, buffer: small });
    await card(applicant, name).waitFor();
    expect(await widthOf(bodies.at(-1)), mimeType).toBe(longestPhotoSide);
  }
});

/** Scripts that falsify the contents of a canvas. Browsers and extensions do this to prevent fingerprinting. */
const falsifications: Readonly<Record<string, () => void>> = {
  'in what it encodes': () => {
    const { prototype } = OffscreenCanvas;
    const encode = prototype.convertToBlob;
    prototype.convertToBlob = function (options) {
      const context = this.getContext('2d');
      for (let x = 0; context && x < this.width; x += 2) context.clearRect(x, 0, 1, this.height);
      return encode.call(this, options);
    };
  },
  'in what it reads': () => {
    const { prototype } = OffscreenCanvasRenderingContext2D;
    const read = prototype.getImageData;
    prototype.getImageData = function (...of) {
      const image = read.apply(this, of);
      image.data.set(image.data.map((_, at) => (at * 7919) % 256));
      return image;
    };
  },
};

test('a browser that falsifies the canvas sends the original photo', async ({ applicant }) => {
  const bodies = arrivals();
  for (const [where, falsify] of Object.entries(falsifications)) {
    await arriveAt(server, applicant, '/apply/business/additional/proof');
    await applicant.page.evaluate(falsify);
    await sendDocument(applicant, { name: 'filing.jpg', mimeType: 'image/jpeg', buffer: small });
    expect(bodies.at(-1)?.includes(small), where).toBe(true);
  }
});

test('a picture with too many pixels for a phone is not sent, and the reason says what to do', async ({
  applicant,
}) => {
  const { page } = applicant;
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/document') && sent.push(request.method()));
  const poster = await sharp({ create: { width: 8000, height: 6300, channels: 3, background: '#987' } })
    .jpeg()
    .toBuffer();
  await arriveAt(server, applicant, '/apply/business/additional/proof');
  await chooseDocument(applicant, { name: 'poster.jpg', mimeType: 'image/jpeg', buffer: poster });
  await uploadError(applicant, 'poster.jpg', 'image_too_large').waitFor();
  expect(sent).toEqual([]);
});
