import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { onePage, testStream } from '../../tests/support/pdf.ts';
import { checkDocument } from './check-document.ts';
import { openPdf } from './open-pdf.ts';

const refused = (reason: string) => ({ ok: false, reason });

describe('letters whose font is not in the file', () => {
  const descriptor = (name: string) =>
    `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [-100 -200 1000 900] /ItalicAngle 0 ` +
    '/Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>';

  /**
   * Returns a page with one line of text in a font. The page refers to the font as object 5, and `font` contains the font's
   * objects.
   */
  function line(text: string, font: readonly string[], entries = '', paint = ''): Buffer {
    const content = `${paint} BT /F 10 Tf 10 40 Td ${text} Tj ET`;
    return onePage(content, `/Resources << /Font << /F 5 0 R /H 8 0 R >> >> ${entries}`, [
      ...font,
      ...['null', 'null', 'null'].slice(font.length),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ]);
  }

  const helvetica = ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'];
  const latin = [
    '<< /Type /Font /Subtype /TrueType /BaseFont /ArialMT /Encoding /WinAnsiEncoding /FontDescriptor 6 0 R >>',
    descriptor('ArialMT'),
  ];
  const cid = (encoding: string, type: number, name: string, ordering: string) => [
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /${encoding} /DescendantFonts [6 0 R] >>`,
    `<< /Type /Font /Subtype /CIDFontType${type} /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) ` +
      `/Ordering (${ordering}) /Supplement 2 >> /FontDescriptor 7 0 R /DW 1000 >>`,
    descriptor(name),
  ];
  const japanese = cid('UniJIS-UCS2-H', 0, 'HeiseiMin-W3', 'Japan1');
  const chinese = cid('UniGB-UCS2-H', 0, 'STSong-Light', 'GB1');
  const byNumber = cid('Identity-H', 2, 'ArialMT', 'Identity');
  const named = [
    '<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Own /Encoding << /Differences [1 /g1 /g2 /g3 /g4 /g5] >> ' +
      '/FontDescriptor 6 0 R >>',
    descriptor('ABCDEF+Own'),
  ];
  const ucs2 = (text: string) => `<${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
  const own = '(\\001\\002\\003\\004\\005)';

  test.each<[string, Buffer]>([
    ['in Japanese', line(ucs2('会社の定款登記簿'), japanese)],
    ['in Chinese, with a name in Latin letters', line(ucs2('营业执照 Greenacre'), chinese)],
    [
      'identified only by glyph numbers, which differ in other fonts',
      line('<002400550057004C0046>', byNumber),
    ],
    ['identified by private glyph names', line(own, named)],
    ['on a rotated page', line(ucs2('会社の定款'), japanese, '/Rotate 90')],
    [
      'on a colored background',
      line(ucs2('会社の定款'), japanese, '', '0.9 0.9 0.6 rg 0 0 200 100 re f 0 g'),
    ],
    [
      'next to a picture and a rule',
      line(ucs2('会社の定款'), japanese, '', '0 80 200 20 re f 0 38 200 0.5 re f'),
    ],
    ['that are the only letter of an empty page', line(ucs2('会'), japanese)],
    [
      'that are the only letter of a form object',
      onePage('/X Do', '/Resources << /XObject << /X 8 0 R >> >>', [
        ...japanese,
        testStream(
          '/Type /XObject /Subtype /Form /BBox [0 0 200 100] /Resources << /Font << /F 5 0 R >> >>',
          Buffer.from(`BT /F 10 Tf 10 40 Td ${ucs2('会')} Tj ET`),
        ),
      ]),
    ],
    ['that are placed one by one', line([...'会社の定款'].map(ucs2).join(' Tj '), japanese)],
    ['that are the only three letters of an empty page', line(ucs2('定款書'), japanese)],
    [
      'that are the only letter on a colored background',
      line(ucs2('会'), japanese, '', '0.9 0.9 0.6 rg 0 0 200 100 re f 0 g'),
    ],
  ])('are refused: %s', async (_, bytes) => {
    expect(await checkDocument(bytes)).toEqual(refused('missing_fonts'));
  });

  test.each<[string, Buffer]>([
    ['in a font that every reader has', line('(Articles of Organization)', helvetica)],
    ['in a font for which PDFium has a substitute', line('(Articles of Organization)', latin)],
    [
      'of which only a few are missing',
      line(`${ucs2('会')} Tj /H 10 Tf (Articles of Organization)`, japanese),
    ],
    [
      'of which the only three are missing next to a picture',
      line(ucs2('定款書'), japanese, '', '0 80 200 20 re f'),
    ],
    ['on a page that has only spaces', line('( )', latin)],
    [
      'of which the only one is missing next to a picture',
      line(ucs2('会'), japanese, '', '0 80 200 20 re f'),
    ],
    ['of which the only one is invisible', line(ucs2('会'), japanese, '', '3 Tr')],
    ['that are invisible', line(own, named, '', '3 Tr')],
    ['in the color of the background', line(ucs2('会社の定款登記簿'), japanese, '', '1 g')],
    ['outside of the page', line(`/H 10 Tf (a) Tj /F 10 Tf 0 -200 Td ${ucs2('会社の定款登記簿')}`, japanese)],
  ])('are accepted: %s', async (_, bytes) => {
    expect(await checkDocument(bytes)).toMatchObject({ ok: true });
  });

  /** A page's resources: a gradient from white to blue in 20 points, and a picture of gray noise. */
  const grounds = '/Shading << /S 9 0 R >> /XObject << /I 10 0 R >>';
  const gradient =
    '<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 20 0] /Function << /FunctionType 2 /Domain [0 1] ' +
    '/C0 [1 1 1] /C1 [0 0 1] /N 1 >> /Extend [true true] >>';
  const noise = testStream(
    '/Type /XObject /Subtype /Image /Width 40 /Height 20 /ColorSpace /DeviceGray /BitsPerComponent 8',
    Buffer.from(Array.from({ length: 800 }, (_, at) => 150 + ((at * 7_919) % 97))),
  );

  /** Returns a page with this content, which can use the font F, the gradient S and the picture I. */
  function onGround(content: string, font: readonly string[]): Buffer {
    const spare = ['null', 'null', 'null'].slice(font.length);
    const resources = `/Resources << /Font << /F 5 0 R >> ${grounds} >>`;
    return onePage(content, resources, [...font, ...spare, 'null', gradient, noise]);
  }

  const written = (text: string) => `BT /F 10 Tf 10 40 Td ${text} Tj ET`;
  const picture = 'q 200 0 0 100 0 0 cm /I Do Q';
  const table = '5 42 190 1 re f 15 0 0.5 100 re f 25 0 0.5 100 re f';

  test.each<[string, Buffer]>([
    ['a gradient', onGround(`/S sh ${written(ucs2('会社の定款'))}`, japanese)],
    ['a picture', onGround(`${picture} ${written(ucs2('会社の定款'))}`, japanese)],
    ['lines', onGround(`${table} ${written(ucs2('会社の定款'))}`, japanese)],
  ])('are refused on %s', async (_, bytes) => {
    expect(await checkDocument(bytes)).toEqual(refused('missing_fonts'));
  });

  test.each<[string, Buffer]>([
    ['on a gradient', onGround(`/S sh ${written('(Articles)')}`, helvetica)],
    ['on a picture', onGround(`${picture} ${written('(Articles)')}`, latin)],
    ['under a scan', onGround(`${written(ucs2('会社の定款登記簿'))} ${picture}`, japanese)],
  ])('are accepted %s', async (_, bytes) => {
    expect(await checkDocument(bytes)).toMatchObject({ ok: true });
  });

  /** Returns a page with 115 letters and an annotation. `shown` is the text in its appearance stream, if it has one. */
  function annotated(entries: string, font: readonly string[], shown?: string): Buffer {
    const label = Array.from({ length: 5 }, () => '(Articles of Organization) Tj 0 -5 Td').join(' ');
    const appearance = testStream(
      '/Type /XObject /Subtype /Form /BBox [0 0 180 20] /Resources << /Font << /F 5 0 R >> >>',
      Buffer.from(`/Tx BMC BT /F 10 Tf 2 5 Td ${shown} Tj ET EMC`),
    );
    const rect = entries.includes('/Rect') ? '' : '/Rect [10 70 190 90]';
    const rest = `${rect} /DA (/Helv 10 Tf 0 g) ${shown ? '/AP << /N 10 0 R >>' : ''}`;
    return onePage(
      `BT /H 4 Tf 10 40 Td ${label} ET`,
      '/Annots [9 0 R] /Resources << /Font << /H 8 0 R >> >>',
      [
        ...font,
        ...['null', 'null', 'null'].slice(font.length),
        '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
        `<< /Type /Annot ${entries} ${rest} >>`,
        appearance,
      ],
    );
  }

  const hex = (text: string) => ucs2(`\ufeff${text}`);
  const field = (value: string) => `/Subtype /Widget /FT /Tx /T (a) /V ${value} /F 4`;
  const note = (text: string) => `/Subtype /FreeText /Contents ${text} /F 4`;

  test.each<[string, Buffer]>([
    ['the value of a form field', annotated(field(hex('会社の定款')), japanese, ucs2('会社の定款'))],
    ['the only letter of a form field', annotated(field(hex('会')), japanese, ucs2('会'))],
    ['a form field that lists only glyph names', annotated(field('(abcde)'), named, own)],
    ['a form field without an appearance', annotated(field(hex('会社の定款')), japanese)],
    ['a text note', annotated(note(hex('会社の定款')), japanese, ucs2('会社の定款'))],
    ['a text note without an appearance', annotated(note(hex('会社の定款')), japanese)],
    [
      'a text note that PDFium does not draw',
      onePage(
        '0 0 9 9 re f',
        '/Annots [5 0 R]',
        [`<< /Type /Annot ${note('(Acme)')} /Rect [10 70 190 90] >>`],
        '',
      ),
    ],
  ])('are refused in %s', async (_, bytes) => {
    expect(await checkDocument(bytes)).toEqual(refused('missing_fonts'));
  });

  test.each<[string, string, string?]>([
    ['the value of a form field', field('(Acme)'), '(Acme)'],
    ['a form field without an appearance', field('(Acme)')],
    ['a text note', note('(Acme)'), '(Acme)'],
    ['a text note without an appearance', note('(Acme)')],
  ])('are accepted and drawn in %s, if every reader has the font', async (_, entries, shown) => {
    const check = await checkDocument(annotated(entries, helvetica, shown));
    expect(check).toMatchObject({ ok: true });
    expect(check.ok && (await darkPixels(check.bytes, [12, 12, 45, 28]))).toBeGreaterThan(20);
  });

  test.each<[string, string, string]>([
    ['a hidden text note', note(hex('会社の定款')).replace('/F 4', '/F 2'), ''],
    ['an empty text note', note('()'), ''],
    ['a hidden form field', field(hex('会社の定款')).replace('/F 4', '/F 2'), ucs2('会社の定款')],
    ['a form field outside of the page', `${field(hex('会'))} /Rect [300 0 400 20]`, ucs2('会')],
    ['a form field next to others that PDFium draws', field(hex('会')), `${ucs2('Acme')} Tj ${ucs2('会')}`],
  ])('are accepted in %s', async (_, entries, shown) => {
    expect(await checkDocument(annotated(entries, japanese, shown))).toMatchObject({ ok: true });
  });
});

/** Returns how many pixels of an area of the first page are dark, at one pixel per point. */
async function darkPixels(pdf: Uint8Array, [left, top, right, bottom]: readonly number[]): Promise<number> {
  const opened = await openPdf(pdf);
  const page = typeof opened === 'string' ? undefined : opened.draw(0, { dotsPerInch: 72, mostPixels: 1e7 });
  if (!page) throw new Error('the page cannot be drawn');
  const isIn = (at: number, from = 0, to = 0) => from <= at && at < to;
  return page.pixels.filter((value, at) => {
    const [x, y] = [Math.floor(at / 3) % page.width, Math.floor(at / 3 / page.width)];
    return value < 128 && isIn(x, left, right) && isIn(y, top, bottom);
  }).length;
}
