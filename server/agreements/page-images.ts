/** The pages of an agreement's PDF as pictures, for the dialog (D30). */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';

/** PNG for everyone, WebP where the browser asks for it. */
export type PageFormat = 'png' | 'webp';

/** Width in pixels: three for each of a phone's 412 or so, and sharp enough when it is enlarged. */
const pageWidth = 1240;

/** The picture of a page, counted from 1, in the proportions of the page. Throws where there is no such page. */
export async function pageImage(pdf: Uint8Array, page: number, format: PageFormat): Promise<Uint8Array> {
  const library = await PDFiumLibrary.init();
  try {
    const opened = await library.loadDocument(pdf);
    const found = opened.getPage(page - 1);
    const { originalWidth, originalHeight } = found.getOriginalSize();
    const height = Math.round((pageWidth * originalHeight) / originalWidth);
    const { data } = await found.render({
      width: pageWidth,
      height,
      render: ({ data: pixels, width }) => encoded(pixels, width, height, format),
    });
    opened.destroy();
    return data;
  } finally {
    library.destroy();
  }
}

/** The pages are black on white: one channel of grey, without loss, is small and crisp. */
function encoded(pixels: Uint8Array, width: number, height: number, format: PageFormat): Promise<Uint8Array> {
  const picture = sharp(pixels, { raw: { width, height, channels: 4 } })
    .flatten({ background: 'white' })
    .greyscale();
  return format === 'webp'
    ? picture.webp({ lossless: true, effort: 4 }).toBuffer()
    : picture.png({ palette: true, colours: 16, compressionLevel: 9 }).toBuffer();
}
