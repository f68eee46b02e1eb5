/** Creates small PDFs that take much time or memory to read. */
import { Buffer } from 'node:buffer';
import { deflateSync } from 'node:zlib';
import { assemble, testStream } from './pdf.ts';

/** Returns a PDF with one page that has this content stream. `objects` get the object numbers from 5 on. */
function page(content: Buffer, resources = '', objects: readonly (string | Buffer)[] = []): Buffer {
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << ${resources} >> >> >>`,
    content,
    ...objects,
  ]);
}

/**
 * Returns a small PDF whose only page draws `count / 2` lines. The drawing commands compress to about a thousandth of their size.
 */
export function millionsOfStrokes(count: number): Buffer {
  const strokes = Buffer.from('0 0 m 9 9 l S '.repeat(count / 2));
  return page(testStream('/Filter /FlateDecode', deflateSync(strokes)));
}

/**
 * Returns a PDF that draws a black image 40 times. The image has this many pixels per side, at most 10,000. Its data, 300 MB, is
 * compressed twice, to a few KB.
 */
export function imageBomb(side: number): Buffer {
  const row = Buffer.alloc(1_000_000);
  const once = deflateSync(Buffer.concat(Array.from({ length: 300 }, () => row)));
  const entries =
    `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB ` +
    '/BitsPerComponent 8 /Filter [/FlateDecode /FlateDecode]';
  const picture = testStream(entries, deflateSync(once));
  const shown = 'q 612 0 0 792 0 0 cm /I Do Q '.repeat(40);
  return page(testStream('', Buffer.from(shown)), '/I 5 0 R', [picture]);
}

/** Returns a PDF of nested form objects, each of which draws the next one ten times. */
export function nestedForms(depth: number): Buffer {
  const form = '/Type /XObject /Subtype /Form /BBox [0 0 612 792]';
  const forms = Array.from({ length: depth }, (_, index) =>
    testStream(
      `${form} /Resources << /XObject << /F ${index + 6} 0 R >> >>`,
      Buffer.from('/F Do '.repeat(10)),
    ),
  );
  const last = testStream(form, Buffer.from('0 0 612 792 re f'));
  return page(testStream('', Buffer.from('/F Do')), '/F 5 0 R', [...forms, last]);
}
