/** Renders the pages of an agreement's PDF as images for the dialog (D30). */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';

/** The format of an image: WebP for browsers that accept it, PNG for all others. */
export type PageFormat = 'png' | 'webp';

/** The width of an image in pixels: three times the width of a typical phone, so text stays sharp when zoomed in. */
const pageWidth = 1240;

/** Returns the image of a page, numbered from 1, with the page's aspect ratio. Throws if there is no such page. */
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

/** Encodes a page in grayscale, because pages are black on white. WebP keeps all shades of gray, and PNG keeps 16 of them. */
function encoded(pixels: Uint8Array, width: number, height: number, format: PageFormat): Promise<Uint8Array> {
  const picture = sharp(pixels, { raw: { width, height, channels: 4 } })
    .flatten({ background: 'white' })
    .grayscale();
  return format === 'webp'
    ? picture.webp({ lossless: true, effort: 4 }).toBuffer()
    : picture.png({ palette: true, colors: 16, compressionLevel: 9 }).toBuffer();
}
