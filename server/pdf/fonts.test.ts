import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { type Face, runsOf } from './fonts.ts';

test.each<Face>(['regular', 'bold', 'italic', 'boldItalic'])(
  'the first font of %s has each letter for which no other font is searched',
  (face) => {
    const document = new PDFDocument({ font: '' });
    const first = runsOf(document, face, 'a')[0]?.font;
    const letters = Array.from({ length: 0x2fff }, (_, code) => String.fromCharCode(code)).filter(
      (letter) =>
        /[^\p{Cc}\p{Cs}]/u.test(letter) && runsOf(document, face, letter, () => '')[0]?.font === first,
    );
    expect(letters.length).toBeGreaterThan(200);
    // `Ł` is in another font. So the search cannot take the shortcut for Latin texts, and looks up each letter.
    const searched = runsOf(document, face, `${letters.join('')}Ł`, (letter) => `[${letter}]`);
    expect(searched.map(({ text }) => text)).toEqual([letters.join(''), 'Ł']);
  },
);

test('letters of other alphabets come from the same family, then from DejaVu Sans and Unifont', () => {
  const document = new PDFDocument({ font: '' });
  const fonts = runsOf(document, 'bold', 'aŁΩЖệ→李').map(({ font }) => font.split('/').at(-1));
  expect(fonts).toEqual([
    'source-serif-4-latin-600-normal.woff',
    'source-serif-4-latin-ext-600-normal.woff',
    'source-serif-4-greek-600-normal.woff',
    'source-serif-4-cyrillic-600-normal.woff',
    'source-serif-4-vietnamese-600-normal.woff',
    'DejaVuSansCondensed-Bold.ttf',
    'unifont-latin-400-normal.woff',
  ]);
});
