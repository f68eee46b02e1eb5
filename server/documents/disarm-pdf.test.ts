import { Buffer } from 'node:buffer';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { activeContent } from '../../tests/support/active-content.ts';
import { assemble, finished, onePage, testPdf, testStream } from '../../tests/support/pdf.ts';
import { checkDocument } from './check-document.ts';
import { openPdf } from './open-pdf.ts';

const refused = (reason: string) => ({ ok: false, reason });

async function keptOf(bytes: Buffer): Promise<Uint8Array> {
  const check = await checkDocument(bytes);
  if (!check.ok) throw new Error(check.reason);
  expect(check.contentType).toBe('application/pdf');
  return check.bytes;
}

/** Returns the pages of a PDF as a PDF reader shows them, at one pixel per point. */
async function shown(pdf: Uint8Array) {
  const opened = await openPdf(pdf);
  if (typeof opened === 'string') throw new Error(opened);
  return Array.from({ length: opened.pages }, (_, index) => {
    const page = opened.draw(index, { dotsPerInch: 72, mostPixels: 1e7 });
    if (!page) throw new Error(`page ${index} cannot be drawn`);
    const { width, pixels, size } = page;
    return { size, at: (x: number, y: number) => [...pixels.slice((y * width + x) * 3).slice(0, 3)] };
  });
}

const red = [expect.closeTo(255, -1), expect.closeTo(0, -1), expect.closeTo(0, -1)];
const white = [255, 255, 255];

describe('the appearance of pages is kept', () => {
  test('in place, at the size of the page', async () => {
    const [page] = await shown(await keptOf(onePage('1 0 0 rg 0 50 100 50 re f')));
    expect(page?.size).toEqual([200, 100]);
    expect([page?.at(20, 20), page?.at(150, 20), page?.at(20, 80)]).toEqual([red, white, white]);
  });

  test('upright and cropped like the page', async () => {
    const turned = onePage('1 0 0 rg 0 50 100 50 re f', '/Rotate 90 /CropBox [0 0 200 80]');
    const [page] = await shown(await keptOf(turned));
    expect(page?.size).toEqual([80, 200]);
    expect([page?.at(60, 20), page?.at(60, 180), page?.at(20, 20)]).toEqual([red, white, white]);
  });

  test('with filled-in form fields and notes', async () => {
    const field = '/Subtype /Widget /FT /Tx /T (a) /V (\x6c\x6c\x6c\x6c) /DA (/ZaDb 40 Tf 1 0 0 rg)';
    const note = '/Subtype /Highlight /C [1 0 0] /QuadPoints [100 50 150 50 100 0 150 0]';
    const filled = onePage('', '/Annots [5 0 R 6 0 R]', [
      `<< /Type /Annot ${field} /Rect [0 50 90 100] /F 4 >>`,
      `<< /Type /Annot ${note} /Rect [100 0 150 50] /F 4 >>`,
    ]);
    const [page] = await shown(await keptOf(filled));
    const row = Array.from({ length: 90 }, (_, x) => page?.at(x, 25)[1] ?? 255);
    expect(Math.min(...row)).toBeLessThan(100);
    expect(page?.at(125, 75)).toEqual(red);
  });

  test('page by page, each at its own size', async () => {
    const pdf = new PDFDocument({ autoFirstPage: false });
    for (const size of ['LETTER', 'LEGAL'] as const) pdf.addPage({ size }).text('Articles of Organization');
    const pages = await shown(await keptOf(await finished(pdf)));
    expect(pages.map(({ size }) => size)).toEqual([
      [612, 792],
      [612, 1008],
    ]);
  });

  test('at 150 dots per inch, or with 8 megapixels if a page is larger than any paper', async () => {
    const pictures = async (pdf: Uint8Array) => {
      const file = Buffer.from(pdf).toString('latin1');
      return [...file.matchAll(/\/Width (\d+) \/Height (\d+)/g)].map(([, ...sides]) => sides.map(Number));
    };
    expect(await pictures(await keptOf(testPdf()))).toEqual([[416, 416]]);
    const poster = testPdf().toString('latin1').replace('[0 0 200 200]', '[0 0 4000 3000]');
    const [[width = 0, height = 0] = []] = await pictures(await keptOf(Buffer.from(poster, 'latin1')));
    expect(width * height).toBeGreaterThan(7_900_000);
    expect(width * height).toBeLessThanOrEqual(8_000_000);
  });

  test('identical each time, and after redrawing it again', async () => {
    const letter = onePage('1 0 0 rg 0 50 100 50 re f');
    const kept = await keptOf(letter);
    expect(await keptOf(letter)).toEqual(kept);
    const again = await shown(await keptOf(Buffer.from(kept)));
    expect(again[0]?.at(20, 20)).toEqual(red);
  });
});

describe('everything except the pages is removed', () => {
  const script = '<< /S /JavaScript /JS (app.alert(1)) >>';

  test.each<[string, Buffer]>([
    ['a script on opening', testPdf(`/OpenAction ${script}`)],
    ['a link to a script', testPdf('', ['<< /S /URI /URI (javascript:alert(1)) >>'])],
    ['a program behind the end', Buffer.concat([testPdf(), Buffer.from('MZ\x90PK\x05\x06<script>')])],
  ])('from a PDF with %s', async (_, bytes) => {
    const kept = await keptOf(bytes);
    expect(await activeContent(kept)).toEqual([]);
    expect(Buffer.from(kept).toString('latin1')).not.toMatch(/Script|URI|PK|script/);
  });

  test('from a PDF with text, a link, an outline and a title', async () => {
    const pdf = new PDFDocument({ info: { Title: 'Articles' } });
    pdf.text('Articles of Organization', { link: 'https://example.com/' });
    pdf.outline.addItem('Page one');
    const bytes = await finished(pdf);
    expect(await activeContent(bytes)).toEqual(['outline', 'annotations of page 1', 'text of page 1']);
    expect(await activeContent(await keptOf(bytes))).toEqual([]);
  });
});

describe('a PDF is refused', () => {
  const file = testStream('/Type /EmbeddedFile', Buffer.from('MZ'));

  test.each<[string, Buffer, string]>([
    [
      'with a file attached',
      testPdf('/Names << /EmbeddedFiles << /Names [(a) 5 0 R] >> >>', [
        file,
        '<< /Type /Filespec /F (a.exe) /EF << /F 4 0 R >> >>',
      ]),
      'pdf_with_files',
    ],
    [
      'that only Adobe’s programs can draw',
      testPdf('/NeedsRendering true /AcroForm << /XFA 4 0 R /Fields [] >>', [
        testStream('', Buffer.from('<xdp/>')),
      ]),
      'xfa_form',
    ],
    ['that is cut off', testPdf().subarray(0, 200), 'broken_pdf'],
    ['without pages', assemble(['<< /Type /Catalog >>']), 'broken_pdf'],
    [
      'with an invalid page',
      assemble(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [9 0 R] /Count 1 >>']),
      'broken_pdf',
    ],
    [
      'of 21 pages',
      assemble([
        '<< /Type /Catalog /Pages 2 0 R >>',
        `<< /Type /Pages /Kids [${'3 0 R '.repeat(21)}] /Count 21 >>`,
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
      ]),
      'too_many_pages',
    ],
  ])('%s', async (_, bytes, reason) => {
    expect(await checkDocument(bytes)).toEqual(refused(reason));
  });

  test('if it needs a password', async () => {
    const pdf = new PDFDocument({ userPassword: 'secret', ownerPassword: 'owner' });
    pdf.text('Articles of Organization');
    expect(await checkDocument(await finished(pdf))).toEqual(refused('encrypted_pdf'));
  });
});

/** Returns whether the first page has any dark pixel. */
async function hasInk(pdf: Uint8Array): Promise<boolean> {
  const opened = await openPdf(pdf);
  const page = typeof opened === 'string' ? undefined : opened.draw(0, { dotsPerInch: 72, mostPixels: 1e7 });
  return page?.pixels.some((value) => value < 100) === true;
}

test.each(['1.3', '1.4', '1.6', '1.7', '1.7ext3'] as const)(
  'a PDF %s that needs a password only for changing or printing is redrawn',
  async (pdfVersion) => {
    const pdf = new PDFDocument({
      pdfVersion,
      ownerPassword: 'secret',
      permissions: { printing: 'lowResolution' },
    });
    pdf.text('Articles of Organization');
    const kept = await keptOf(await finished(pdf));
    expect(Buffer.from(kept).includes('/Encrypt')).toBe(false);
    expect(await hasInk(kept)).toBe(true);
  },
);

describe('data before the header', () => {
  const letter = onePage('1 0 0 rg 0 50 100 50 re f');
  const before = Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), Buffer.alloc(2_000, '\n')]);

  test.each([1, 23, 1_019, 1_024])('may be up to 1,024 bytes: %d', async (length) => {
    const [page] = await shown(await keptOf(Buffer.concat([before.subarray(0, length), letter])));
    expect(page?.at(20, 20)).toEqual(red);
  });

  test('may not be longer', async () => {
    expect(await checkDocument(Buffer.concat([before.subarray(0, 1_025), letter]))).toEqual(
      refused('unknown_type'),
    );
  });

  test('does not turn a picture into a PDF', async () => {
    const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } });
    const commented = await picture
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">%PDF-1.7</x:xmpmeta>')
      .jpeg();
    const bytes = await commented.toBuffer();
    expect(bytes.subarray(0, 1024).includes('%PDF-')).toBe(true);
    expect(await checkDocument(bytes)).toMatchObject({ ok: true, contentType: 'image/jpeg' });
  });
});

test('a picture in a PDF keeps its appearance', async () => {
  const pdf = new PDFDocument({ size: [90, 90], margin: 0 });
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } });
  pdf.image(await picture.png().toBuffer(), 0, 0, { width: 90 });
  const [page] = await shown(await keptOf(await finished(pdf)));
  expect(page?.at(45, 45)).toEqual(red);
});
