import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { crc32, deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { largestDocument } from '../../form/document-limits.ts';
import { checkDocument } from './check-document.ts';
import { assemble, testObjectStream, testPdf, testStream } from './test-pdf.ts';

const refused = (reason: string) => ({ ok: false, reason });

/** In two halves, so that a virus scanner on a developer's machine leaves this file alone. */
const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-${'ANTIVIRUS-TEST-FILE!$H+H*'}`;

describe('what the file is', () => {
  test.each([
    ['nothing', Buffer.alloc(0), 'empty'],
    ['plain text', Buffer.from('articles of organization'), 'unknown_type'],
    ['EICAR', Buffer.from(EICAR), 'unknown_type'],
    ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'unknown_type'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unknown_type'],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64'), 'unknown_type'],
    ['a ZIP', Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1'), 'unknown_type'],
    ['a Windows program', Buffer.from('MZ'.padEnd(512, '\0')), 'unknown_type'],
    ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'unknown_type'],
    ['a bare PDF header', Buffer.from('%PDF-1.7\n'), 'broken_pdf'],
    ['a bare JPEG header', Buffer.from('ffd8ffe000104a464946', 'hex'), 'broken_image'],
    ['a bare PNG header', Buffer.from('89504e470d0a1a0a', 'hex'), 'unknown_type'],
  ])('%s is refused', async (_, bytes, reason) => {
    expect(await checkDocument(bytes)).toEqual(refused(reason));
  });

  test('ten times 1,048,576 bytes pass, one more does not', async () => {
    const pdf = testPdf();
    const padded = Buffer.concat([pdf, Buffer.alloc(largestDocument - pdf.length)]);
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

  test('a PNG is kept as a PNG, and what is glued to it is gone', async () => {
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

  test('of an animated PNG the still picture is kept', async () => {
    const still = await picture.clone().png().toBuffer();
    const animation = pngChunk('acTL', Buffer.from('0000000200000000', 'hex'));
    const animated = Buffer.concat([still.subarray(0, 33), animation, still.subarray(33)]);
    const check = await checkDocument(animated);
    expect(check).toMatchObject({ ok: true, contentType: 'image/png' });
    expect(check.ok && Buffer.from(check.bytes).includes('acTL')).toBe(false);
  });

  test('a picture that breaks off is refused', async () => {
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

  test('a small file that unfolds to gigabytes is refused unread', async () => {
    const header = Buffer.from('0000ea600000ea600802000000', 'hex');
    const bomb = Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      pngChunk('IHDR', header),
      pngChunk('IDAT', deflateSync(Buffer.alloc(100_000))),
      pngChunk('IEND', Buffer.alloc(0)),
    ]);
    expect(await checkDocument(bomb)).toEqual(refused('image_too_large'));
  });

  test('bytes left over in a picture’s buffer are no part of it', async () => {
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

describe('harmless PDFs are kept byte for byte', () => {
  const kept = (bytes: Buffer) => ({ ok: true, contentType: 'application/pdf', bytes });

  test.each([
    ['pdfkit, plain', { compress: false }],
    ['pdfkit, compressed and tagged', { tagged: true, pdfVersion: '1.7' as const }],
  ])('%s, with a link, a form of names and a picture', async (_, options) => {
    const pdf = new PDFDocument(options);
    const parts: Buffer[] = [];
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.text('Articles of Organization (/JavaScript is a word here)', { link: 'https://example.com/' });
    pdf.outline.addItem('Page one');
    pdf.addPage().image(
      await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    );
    pdf.end();
    await once(pdf, 'end');
    const bytes = Buffer.concat(parts);
    expect(await checkDocument(bytes)).toEqual(kept(bytes));
  });

  test.each<[string, Buffer]>([
    ['no frills', testPdf()],
    ['objects in an object stream', testPdf('', [testObjectStream(['<< /Title (a) >>', '[1 2]', '(text)'])])],
    [
      'an object stream that is not deflated',
      testPdf('', [testObjectStream(['<< >>'], '/Type /ObjStm', (data) => data)]),
    ],
    ['opening at a page', testPdf('/OpenAction [3 0 R /Fit]')],
    ['opening at a page by an action', testPdf('/OpenAction << /S /GoTo /D [3 0 R /Fit] >>')],
    ['opening the print dialog, elsewhere', testPdf('/OpenAction 4 0 R', ['<< /S /Named /N /Print >>'])],
    [
      'opening action in an object stream',
      testPdf('/OpenAction 50 0 R', [testObjectStream(['[3 0 R /Fit]'])]),
    ],
    ['a plain form', testPdf('/AcroForm << /Fields [] >>')],
    ['a web link', testPdf('', ['<< /S /URI /URI (https://example.com) >>'])],
    ['glyphs of short names', testPdf('', ['<< /Differences [1 /JS /AA /EF] >>'])],
    ['names in compressed data', testPdf('', [testStream('', Buffer.from('/JavaScript /Launch /AA /EF'))])],
    ['names in text', testPdf('', ['(/JavaScript \\) /Launch)', '<2f4a53>', '% /JavaScript\n<< >>'])],
    [
      'saved twice',
      Buffer.concat([testPdf(), Buffer.from('4 0 obj\n<< >>\nendobj\nstartxref\n0\n%%EOF\r\n')]),
    ],
    ['padded by a scanner', Buffer.concat([testPdf(), Buffer.from('\r\n  \0\0\0')])],
    [
      'a wrong index',
      Buffer.from(
        testPdf()
          .toString('latin1')
          .replace(/startxref\n\d+/, 'startxref\n7'),
        'latin1',
      ),
    ],
  ])('%s', async (_, bytes) => {
    expect(await checkDocument(bytes)).toEqual(kept(bytes));
  });
});

describe('active PDFs are refused', () => {
  const script = '<< /S /JavaScript /JS (app.alert(1)) >>';
  const hidden = testObjectStream([script]);

  test.each<[string, Buffer]>([
    ['a script on opening', testPdf(`/OpenAction ${script}`)],
    ['a script under a name', testPdf('/Names << /JavaScript << /Names [(a) 4 0 R] >> >>', [script])],
    ['a script in an object nobody names', testPdf('', [script])],
    ['escaped names', testPdf('', ['<< /S /J#61va#53cript /#4aS (app.alert(1)) >>'])],
    ['a launch action', testPdf('', ['<< /S /Launch /F (cmd.exe) >>'])],
    ['a form that sends itself', testPdf('', ['<< /S /SubmitForm /F (https://example.com) >>'])],
    ['a form that fetches', testPdf('', ['<< /S /ImportData /F (a.fdf) >>'])],
    ['an action on every page', testPdf('', ['<< /Type /Page /AA << /O 5 0 R >> >>'])],
    [
      'an XFA form',
      testPdf('/AcroForm << /XFA 4 0 R /Fields [] >>', [testStream('', Buffer.from('<xdp/>'))]),
    ],
    ['rich media', testPdf('', ['<< /Type /Annot /Subtype /RichMedia >>'])],
    ['a movie', testPdf('', ['<< /Type /Annot /Subtype /Movie >>'])],
    ['a web address on opening', testPdf('/OpenAction << /S /URI /URI (https://example.com) >>')],
    [
      'a web address on opening, elsewhere',
      testPdf('/OpenAction 4 0 R', ['<< /S /URI /URI (https://example.com) >>']),
    ],
    ['a chain on opening', testPdf('/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next 4 0 R >>')],
    ['an opening action that cannot be found', testPdf('/OpenAction 99 0 R')],
    [
      'an opening action that is replaced',
      testPdf('/OpenAction 50 0 R', ['[3 0 R]', testObjectStream(['<< /S /URI >>'])]),
    ],
    ['a script in an object stream', testPdf('', [hidden])],
    [
      'an object stream without its type',
      testPdf('', [testObjectStream([script], '/Filter [/FlateDecode]')]),
    ],
    [
      'an object stream with escaped keys',
      testPdf('', [testObjectStream([script], '/Type /ObjStm /F#69lter /Fl')]),
    ],
    [
      'an object stream that is not deflated',
      testPdf('', [testObjectStream([script], '/Type /ObjStm', (data) => data)]),
    ],
    [
      'an object inside a stream',
      testPdf('', [testStream('', Buffer.from(`\n7 0 obj\n${script}\nendobj\n`))]),
    ],
    ['an object inside a string', testPdf('', [`(7 0 obj ${script} endobj)`])],
    ['an object with a comment in its header', testPdf('', [`null endobj 7 0%\nobj ${script}`])],
    ['a dictionary that seems to end', testPdf('', [`<< endobj stream\n /S /JavaScript /JS (a) >>`])],
    [
      'a dictionary closed by the wrong bracket',
      testPdf('', ['<< /A [ >> ] stream\n /S /JavaScript /JS (a) >>']),
    ],
    ['the trailer', assemble(['<< /Type /Catalog >>'], `/X ${script}`)],
  ])('%s', async (_, bytes) => {
    expect(await checkDocument(bytes)).toEqual(refused('active_pdf'));
  });
});

describe('other PDFs that are refused', () => {
  const file = testStream('/Type /EmbeddedFile', Buffer.from(EICAR));

  test.each<[string, Buffer, string]>([
    ['an attachment', testPdf('/Names << /EmbeddedFiles 4 0 R >>', ['<< /Names [] >>']), 'pdf_with_files'],
    ['a virus attached', testPdf('', [file, '<< /Type /Filespec /EF << /F 4 0 R >> >>']), 'pdf_with_files'],
    ['a paper clip', testPdf('', ['<< /Subtype /FileAttachment /FS 5 0 R >>']), 'pdf_with_files'],
    [
      'a ZIP behind the end',
      Buffer.concat([testPdf(), Buffer.from('PK\x05\x06'.padEnd(22, '\0'))]),
      'broken_pdf',
    ],
    [
      'a ZIP before the end',
      testPdf('', ['(PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0)']),
      'pdf_with_files',
    ],
    ['a program behind the end', Buffer.concat([testPdf(), Buffer.from('MZ\x90')]), 'broken_pdf'],
    ['a page before the header', Buffer.concat([Buffer.from('<html>\n'), testPdf()]), 'unknown_type'],
    [
      'a page in the first lines',
      Buffer.from(testPdf().toString('latin1').replace('%\xe2', '%<script>'), 'latin1'),
      'broken_pdf',
    ],
    ['no end', Buffer.from(testPdf().toString('latin1').replace('%%EOF', ''), 'latin1'), 'broken_pdf'],
    ['half of it', testPdf().subarray(0, 200), 'broken_pdf'],
    ['no pages', assemble(['<< /Type /Catalog >>']), 'broken_pdf'],
    [
      'a page that is none',
      assemble(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [9 0 R] /Count 1 >>']),
      'broken_pdf',
    ],
    [
      'a damaged object stream',
      testPdf('', [testObjectStream(['<< >>'], undefined, () => Buffer.from('rubbish'))]),
      'broken_pdf',
    ],
    [
      'an object stream by an unusual filter',
      testPdf('', [testObjectStream(['<< >>'], '/Filter /LZWDecode')]),
      'broken_pdf',
    ],
    [
      'an object stream with a predictor',
      testPdf('', [testObjectStream(['<< >>'], '/Filter /FlateDecode /DecodeParms 9 0 R')]),
      'broken_pdf',
    ],
    [
      'an object stream with its start elsewhere',
      testPdf('', [
        testStream('/N 1 /First 5 0 R /Filter /FlateDecode', deflateSync(Buffer.from('50 0 << >>'))),
      ]),
      'broken_pdf',
    ],
    [
      'an object stream with two starts',
      testPdf('', [testObjectStream(['<< >>'], '/Filter /FlateDecode /First 5')]),
      'broken_pdf',
    ],
  ])('%s', async (_, bytes, reason) => {
    expect(await checkDocument(bytes)).toEqual(refused(reason));
  });

  test('an object stream that unfolds to too much', async () => {
    const bomb = testStream(
      '/N 1 /First 5 /Filter /FlateDecode',
      deflateSync(Buffer.alloc(40 * 1_048_576, 32)),
    );
    expect(await checkDocument(testPdf('', [bomb]))).toEqual(refused('broken_pdf'));
  });

  test('nesting without end', async () => {
    expect(await checkDocument(testPdf('', ['['.repeat(100_000)]))).toEqual(refused('broken_pdf'));
  });

  test('objects that overlap so that each is read to the end', async () => {
    const overlapping = Buffer.from(' obj('.repeat(100_000));
    expect(await checkDocument(testPdf('', [testStream('', overlapping)]))).toEqual(refused('broken_pdf'));
  });

  test.each([
    ['a password to open', { userPassword: 'secret' }],
    ['a password to print', { ownerPassword: 'secret', permissions: { printing: 'lowResolution' as const } }],
  ])('%s', async (_, options) => {
    const pdf = new PDFDocument(options);
    const parts: Buffer[] = [];
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.text('Articles of Organization').end();
    await once(pdf, 'end');
    expect(await checkDocument(Buffer.concat(parts))).toEqual(refused('encrypted_pdf'));
  });

  test('encryption that only a reader would notice', async () => {
    expect(await checkDocument(assemble(['<< /Type /Catalog >>'], '/#45ncrypt 9 0 R'))).toEqual(
      refused('encrypted_pdf'),
    );
  });
});
