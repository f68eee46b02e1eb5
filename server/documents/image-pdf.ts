/** Writes a PDF that consists only of pictures (D61). Uses no library, because loading one would take longer than most checks. */
import { Buffer } from 'node:buffer';

/** A page that a single picture fills from edge to edge. */
export interface PicturePage {
  /** The size of the page in points. */
  readonly size: readonly [width: number, height: number];
  /** The picture as a JPEG in RGB. */
  readonly jpeg: Uint8Array;
  /** The size of the picture in pixels. */
  readonly width: number;
  readonly height: number;
}

/** Maximum length in points of a page's side that all PDF readers accept (ISO 32000-1, annex C). */
const longestSide = 14_400;

/** The object number of the PDF's catalog. */
const catalog = 1;
/** The object number of the PDF's list of pages. */
const pageList = 2;
/** Returns the object number of a page. The next two numbers are the page's content and its picture. */
const pageObject = (index: number) => 3 + index * 3;

/** Returns a PDF of these pages (syntax: ISO 32000-1, 7.5). The same pages always produce the same bytes. */
export function imagePdf(pages: readonly PicturePage[]): Buffer {
  const kids = pages.map((_, index) => `${pageObject(index)} 0 R`).join(' ');
  return assembled([
    `<< /Type /Catalog /Pages ${pageList} 0 R >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    ...pages.flatMap(objectsOf),
  ]);
}

function objectsOf({ size, jpeg, width, height }: PicturePage, index: number): (string | Buffer)[] {
  const shrink = Math.min(1, longestSide / Math.max(...size));
  const [right, top] = size.map((side) => (side * shrink).toFixed(2));
  const content = pageObject(index) + 1;
  const picture = content + 1;
  return [
    `<< /Type /Page /Parent ${pageList} 0 R /MediaBox [0 0 ${right} ${top}] ` +
      `/Resources << /XObject << /I ${picture} 0 R >> >> /Contents ${content} 0 R >>`,
    stream('', Buffer.from(`q ${right} 0 0 ${top} 0 0 cm /I Do Q`)),
    stream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ` +
        '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode ',
      jpeg,
    ),
  ];
}

function stream(entries: string, data: Uint8Array): Buffer {
  const head = `<< ${entries}/Length ${data.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream')]);
}

/** Returns a PDF of these objects. Numbers the objects from 1, and adds the header, the cross-reference table and the trailer. */
function assembled(objects: readonly (string | Buffer)[]): Buffer {
  const header = Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1');
  const parts = [header];
  let { length } = header;
  const rows = objects.map((object, index) => {
    const row = `${String(length).padStart(10, '0')} 00000 n \n`;
    const written = [Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')];
    parts.push(...written);
    length += written.reduce((sum, part) => sum + part.length, 0);
    return row;
  });
  const size = objects.length + 1;
  const index = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`;
  const trailer = `trailer\n<< /Size ${size} /Root ${catalog} 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(index + trailer)]);
}
