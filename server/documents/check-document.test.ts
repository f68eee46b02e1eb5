import { Buffer } from 'node:buffer';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { largestDocument } from '../../form/limits/document-limits.ts';
import { eicar } from '../../tests/support/eicar.ts';
import { testPdf } from '../../tests/support/pdf.ts';
import { checkDocument } from './check-document.ts';

const refused = (reason: string) => ({ ok: false, reason });

describe('the type of a file', () => {
  test.each([
    ['nothing', Buffer.alloc(0), 'empty'],
    ['plain text', Buffer.from('articles of organization'), 'unknown_type'],
    ['EICAR', Buffer.from(eicar), 'unknown_type'],
    ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'unknown_type'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unknown_type'],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64'), 'unknown_type'],
    ['a ZIP', Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1'), 'unknown_type'],
    ['a Windows program', Buffer.from('MZ'.padEnd(512, '\0')), 'unknown_type'],
    ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'unknown_type'],
    ['a bare PDF header', Buffer.from('%PDF-1.7\n'), 'broken_pdf'],
    ['a bare JPEG header', Buffer.from('ffd8ffe000104a464946', 'hex'), 'broken_image'],
    ['a bare PNG header', Buffer.from('89504e470d0a1a0a', 'hex'), 'broken_image'],
  ])('%s is refused', async (_, bytes, reason) => {
    expect(await checkDocument(bytes)).toEqual(refused(reason));
  });

  test('10 × 1,048,576 bytes pass, one byte more does not', async () => {
    const pdf = testPdf();
    const padded = Buffer.concat([pdf, Buffer.alloc(largestDocument - pdf.length, '\n')]);
    expect(await checkDocument(padded)).toMatchObject({ ok: true });
    expect(await checkDocument(Buffer.concat([padded, Buffer.alloc(1)]))).toEqual(refused('too_large'));
  });
});

describe('pictures', () => {
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } });

  test('a JPEG is kept upright, as a JPEG, without its metadata', async () => {
    const exif = {
      IFD0: { Artist: 'Jordan Avery' },
      IFD3: { GPSLatitude: '44/1 50/1 0/1' },
    };
    const taken = await picture
      .clone()
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge(exif)
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .toBuffer();
    expect(await sharp(taken).metadata()).toMatchObject({ orientation: 6, exif: expect.anything() });

    const check = await checkDocument(taken);
    if (!check.ok) throw new Error(check.reason);
    expect(check.contentType).toBe('image/jpeg');
    const kept = await sharp(check.bytes).metadata();
    expect(kept).toMatchObject({ format: 'jpeg', width: 40, height: 60 });
    expect([kept.exif, kept.xmp, kept.icc, kept.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(Buffer.from(check.bytes).includes('Jordan')).toBe(false);
  });

  test('a PNG is kept as a PNG, without anything appended to it', async () => {
    const page = Buffer.from('<script>alert(document.cookie)</script>PK\x05\x06');
    const check = await checkDocument(Buffer.concat([await picture.clone().png().toBuffer(), page]));
    expect(check).toMatchObject({ ok: true, contentType: 'image/png' });
    expect(check.ok && Buffer.from(check.bytes).includes('script')).toBe(false);
    expect(check.ok && (await sharp(check.bytes).metadata())).toMatchObject({
      format: 'png',
      width: 60,
      height: 40,
    });
  });

  test('only the first frame of an animated PNG is kept', async () => {
    const still = await picture.clone().png().toBuffer();
    const animation = pngChunk('acTL', Buffer.from('0000000200000000', 'hex'));
    const animated = Buffer.concat([still.subarray(0, 33), animation, still.subarray(33)]);
    const check = await checkDocument(animated);
    expect(check).toMatchObject({ ok: true, contentType: 'image/png' });
    expect(check.ok && Buffer.from(check.bytes).includes('acTL')).toBe(false);
  });

  test('a truncated picture is refused', async () => {
    const noise = sharp({
      create: {
        width: 200,
        height: 200,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    });
    for (const whole of [await noise.clone().jpeg().toBuffer(), await noise.clone().png().toBuffer()]) {
      expect(await checkDocument(whole.subarray(0, whole.length / 2))).toEqual(refused('broken_image'));
    }
  });

  describe('a JPEG with its last bytes missing', () => {
    const sent = (options: object) =>
      sharp({
        create: {
          width: 400,
          height: 300,
          channels: 3,
          background: 'red',
          noise: { type: 'gaussian', mean: 128, sigma: 60 },
        },
      })
        .jpeg(options)
        .toBuffer();

    test.each([{}, { chromaSubsampling: '4:4:4' }, { progressive: true }])(
      'is kept if it has its full height, and refused if not: %j',
      async (options) => {
        const whole = await sent(options);
        for (const lost of [1, 2, 3, 5, 30, 200]) {
          const check = await checkDocument(whole.subarray(0, -lost));
          expect(check, `${lost} bytes`).toMatchObject({ ok: true, contentType: 'image/jpeg' });
          expect(check.ok && (await sharp(check.bytes).metadata())).toMatchObject({
            width: 400,
            height: 300,
          });
        }
        for (const part of [0.05, 0.5, 0.85])
          expect(await checkDocument(whole.subarray(0, whole.length * part)), `${part}`).toEqual(
            refused('broken_image'),
          );
      },
    );

    // The cut is in the coding units that begin at row 272. Their size is almost an 18th of the file.
    test.each([
      [288, { ok: true }],
      [289, refused('broken_image')],
    ])('may lose its last 16 rows, and not one row more: %d rows', async (height, expected) => {
      const whole = await sharp(await sent({}))
        .resize(400, height, { fit: 'cover' })
        .jpeg()
        .toBuffer();
      const lost = (whole.length / 18) * (height === 288 ? 0.9 : 1.1);
      expect(await checkDocument(whole.subarray(0, whole.length - lost))).toMatchObject(expected);
    });

    test('is accepted in grayscale, and rotated by its orientation', async () => {
      const gray = await sharp(await sent({}))
        .grayscale()
        .jpeg()
        .toBuffer();
      expect(await checkDocument(gray.subarray(0, -2))).toMatchObject({ ok: true });
      const upright = await sharp(await sent({}))
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer();
      const check = await checkDocument(upright.subarray(0, -2));
      expect(check.ok && (await sharp(check.bytes).metadata())).toMatchObject({ width: 300, height: 400 });
    });
  });

  test('a small file that would decompress to gigabytes is refused without decoding it', async () => {
    const header = Buffer.from('0000ea600000ea600802000000', 'hex');
    const bomb = Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      pngChunk('IHDR', header),
      pngChunk('IDAT', deflateSync(Buffer.alloc(100_000))),
      pngChunk('IEND', Buffer.alloc(0)),
    ]);
    expect(await checkDocument(bomb)).toEqual(refused('image_too_large'));
  });

  test('unused bytes of a picture’s buffer are not kept', async () => {
    const shared = Buffer.concat([Buffer.from('before'), await picture.clone().png().toBuffer()]);
    expect(await checkDocument(shared.subarray(6))).toMatchObject({ ok: true });
  });
});

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
