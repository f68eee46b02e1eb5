import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { onePage, testStream } from '../../tests/support/pdf.ts';
import { checkDocument } from './check-document.ts';

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
});
