/** Writes small PDFs for tests byte by byte, so that a test controls their exact content. */
import { Buffer } from 'node:buffer';

/** Returns a PDF with these entries added to its catalog (object 1). `objects` get the object numbers from 4 on. */
export function testPdf(catalogEntries = '', objects: ReadonlyArray<string | Buffer> = []): Buffer {
  return assemble([
    `<< /Type /Catalog /Pages 2 0 R ${catalogEntries} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
    ...objects,
  ]);
}

/** Returns a PDF that has one page of 200 by 100 points with this content. `objects` get the object numbers from 5 on. */
export function onePage(
  content: string,
  pageEntries = '',
  objects: ReadonlyArray<string | Buffer> = [],
  formEntries = '/DR << /Font << >> >>',
): Buffer {
  return assemble([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R] /DA (/Helv 12 Tf 0 g) ${formEntries} >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R ${pageEntries} >>`,
    testStream('', Buffer.from(content)),
    ...objects,
  ]);
}

/**
 * Returns a PDF with these objects, of which the first is the catalog. Numbers them from 1, and adds the header, the
 * cross-reference table, and the trailer.
 */
export function assemble(objects: ReadonlyArray<string | Buffer>, trailerEntries = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
  };
  objects.forEach((object, index) => {
    offsets.push(length);
    add(Buffer.from(`${index + 1} 0 obj\n`));
    add(Buffer.from(object));
    add(Buffer.from('\nendobj\n'));
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const index = `xref\n0 ${size}\n0000000000 65535 f \n${rows}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R ${trailerEntries} >>`;
  add(Buffer.from(`${index}${trailer}\nstartxref\n${length}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** Returns a stream object with these dictionary entries and data. */
export function testStream(entries: string, data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);
}

/** Ends a pdfkit document and returns its bytes. */
export async function finished(document: PDFKit.PDFDocument): Promise<Buffer> {
  document.end();
  const parts: Buffer[] = [];
  for await (const part of document) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** A PDF whose only letter is Japanese, in a font that is not in the file. */
export const pdfWithoutFont = assemble([
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
  testStream('', Buffer.from('BT /F 10 Tf 10 40 Td <4f1a> Tj ET')),
  '<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /UniJIS-UCS2-H /DescendantFonts [6 0 R] >>',
  '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /FontDescriptor 7 0 R ' +
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>',
  '<< /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 4 /FontBBox [-100 -200 1000 900] /ItalicAngle 0 ' +
    '/Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>',
]);
