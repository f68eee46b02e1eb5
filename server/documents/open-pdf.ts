/** Opens a PDF and draws its pages with PDFium in WebAssembly. PDFium is the engine of Chromium's PDF reader. */
import { PDFiumModule } from '@hyzyla/pdfium';
import { lettersOfBareNotes, type PdfiumNotes } from './bare-notes.ts';
import { losesLetters, type Pixels } from './lost-letters.ts';
import { type Area, type DrawnArea, lettersOf, type PdfiumText } from './page-letters.ts';

/** A PDF that PDFium has loaded. Its pages are drawn on demand. */
export type OpenedPdf = Exclude<Awaited<ReturnType<typeof openPdf>>, string>;

interface Resolution {
  readonly dotsPerInch: number;
  /** Maximum number of pixels. A page with more pixels is drawn at a lower resolution. */
  readonly mostPixels: number;
}

/** A drawn page. Drawing the next page overwrites the pixels of this page. */
export interface DrawnPage extends Pixels {
  /** The size of the page in points. */
  readonly size: readonly [width: number, height: number];
  /** Whether too much text is missing from the drawing because the text's fonts are not in the file. */
  readonly losesLetters: boolean;
}

/** The PDFium functions that `@hyzyla/pdfium` exports without their types. Handles and pointers are numbers; 0 means none. */
interface Pdfium extends PdfiumText, PdfiumNotes {
  readonly wasmExports: PdfiumText['wasmExports'] & { readonly [name: string]: unknown };
  _FPDF_InitLibraryWithConfig(config: object): void;
  _FPDF_LoadMemDocument(data: number, size: number, password: number): number;
  _FPDF_GetLastError(): number;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_GetPageWidthF(page: number): number;
  _FPDF_GetPageHeightF(page: number): number;
  _FPDF_RenderPageBitmap(bitmap: number, page: number, ...area: [...DrawnArea, flags: number]): void;
  _FPDF_ClosePage(page: number): void;
  _FPDFPage_Flatten(page: number, usage: number): number;
  _FPDFDOC_InitFormFillEnvironment(document: number, callbacks: number): number;
  _FORM_OnAfterLoadPage(page: number, form: number): void;
  _FPDF_FFLDraw(form: number, bitmap: number, page: number, ...area: [...DrawnArea, flags: number]): void;
  _FORM_OnBeforeClosePage(page: number, form: number): void;
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, data: number, stride: number): number;
  _FPDFBitmap_FillRect(bitmap: number, ...area: [...Area, color: number]): void;
  _FPDFBitmap_GetBuffer(bitmap: number): number;
  _FPDFBitmap_GetStride(bitmap: number): number;
  _FPDFBitmap_Destroy(bitmap: number): void;
  _FPDF_GetFormType(document: number): number;
  _FPDFDoc_GetAttachmentCount(document: number): number;
}

/** The error codes of encrypted documents: FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY (fpdfview.h). */
const needsKey: readonly number[] = [4, 5];
/** The type of forms that PDFium cannot draw: FORMTYPE_XFA_FULL (fpdf_formfill.h). */
const xfaForm = 2;
/** The flags FPDF_ANNOT, which draws annotations, and FPDF_REVERSE_BYTE_ORDER, which changes BGR to RGB (fpdfview.h). */
const renderFlags = 0x01 | 0x10;
/** The flag that flattens annotations as they look on screen: FLAT_NORMALDISPLAY (fpdf_flatten.h). */
const asOnScreen = 0;
/** The result if flattening changed the page: FLATTEN_SUCCESS (fpdf_flatten.h). */
const isFlattened = 1;
/** The bitmap format with three bytes per pixel: FPDFBitmap_BGR (fpdfview.h). */
const threeBytes = 2;
/** The size and version of FPDF_FORMFILLINFO (fpdf_formfill.h). The size is larger than needed. */
const formCallbacks = { size: 512, version: 2 };
const white = 0xff_ff_ff_ff;
const pointsPerInch = 72;

/** Returns whether an error means that a document made PDFium fail: a trap, a stack overflow or exhausted memory. */
export function brokePdfium(error: unknown): boolean {
  return error instanceof Error && ['RuntimeError', 'RangeError'].includes(error.name);
}

/**
 * Opens a PDF in its own PDFium instance, which lives until the process ends. Returns a reason, such as `encrypted_pdf`, if the
 * PDF can't be opened. Throws if the PDF makes PDFium fail (`brokePdfium`).
 */
export async function openPdf(bytes: Uint8Array) {
  const pdfium = await startPdfium();
  const data = pdfium.wasmExports.malloc(bytes.length);
  pdfium.HEAPU8.set(bytes, data);
  const document = pdfium._FPDF_LoadMemDocument(data, bytes.length, 0);
  if (document === 0) return needsKey.includes(pdfium._FPDF_GetLastError()) ? 'encrypted_pdf' : 'broken_pdf';
  const form = openForm(pdfium, document);
  let memory = new Uint8Array(0);
  const pixelMemory = (size: number): Uint8Array => {
    if (memory.length < size) memory = new Uint8Array(size);
    return memory.subarray(0, size);
  };
  return {
    pages: pdfium._FPDF_GetPageCount(document),
    /** Number of attached files, which no page shows. */
    attachments: pdfium._FPDFDoc_GetAttachmentCount(document),
    /** Whether the PDF is an XFA form. PDFium can't draw XFA forms. */
    isXfaForm: pdfium._FPDF_GetFormType(document) === xfaForm,
    /** Draws a page, counted from 0. Returns undefined if it can't be loaded or drawn. Throws if PDFium fails (`brokePdfium`). */
    draw(index: number, resolution: Resolution): DrawnPage | undefined {
      let page = pdfium._FPDF_LoadPage(document, index);
      if (page === 0) return undefined;
      const noted = lettersOfBareNotes(pdfium, page);
      if (form !== 0) pdfium._FORM_OnAfterLoadPage(page, form);
      const drawn = drawPage(pdfium, page, form, resolution, pixelMemory);
      const ownObjects = pdfium._FPDFPage_CountObjects(page);
      // Flattening makes annotations, such as form fields, part of the page. When the page is loaded again, `lettersOf` finds
      // their letters, too.
      const isChanged = pdfium._FPDFPage_Flatten(page, asOnScreen) === isFlattened;
      if (form !== 0) pdfium._FORM_OnBeforeClosePage(page, form);
      if (isChanged) {
        pdfium._FPDF_ClosePage(page);
        page = pdfium._FPDF_LoadPage(document, index);
      }
      if (page === 0 || !drawn) return undefined;
      const letters = lettersOf(pdfium, page, { ...drawn, ownObjects });
      const withLoss = { ...drawn, losesLetters: losesLetters(drawn, letters, noted) };
      pdfium._FPDF_ClosePage(page);
      return withLoss;
    },
  };
}

/** Returns a handle for drawing form fields with their values, or 0 if PDFium fails. This build of PDFium runs no scripts. */
function openForm(pdfium: Pdfium, document: number): number {
  const callbacks = pdfium.wasmExports.malloc(formCallbacks.size);
  pdfium.HEAPU8.fill(0, callbacks, callbacks + formCallbacks.size);
  pdfium.HEAPU8[callbacks] = formCallbacks.version;
  return pdfium._FPDFDOC_InitFormFillEnvironment(document, callbacks);
}

/** Draws a page. Returns undefined if PDFium cannot create the page's bitmap, for example because there is not enough memory. */
function drawPage(
  pdfium: Pdfium,
  page: number,
  form: number,
  resolution: Resolution,
  pixelMemory: (size: number) => Uint8Array,
): (Pixels & Pick<DrawnPage, 'size'>) | undefined {
  const size = [pdfium._FPDF_GetPageWidthF(page), pdfium._FPDF_GetPageHeightF(page)] as const;
  const [width, height] = pixelsOf(size, resolution);
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, threeBytes, 0, 0);
  if (bitmap === 0) return undefined;
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
  pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, renderFlags);
  if (form !== 0) pdfium._FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, renderFlags);
  const start = pdfium._FPDFBitmap_GetBuffer(bitmap);
  const stride = pdfium._FPDFBitmap_GetStride(bitmap);
  const pixels = pixelMemory(width * height * 3);
  for (let row = 0; row < height; row += 1) {
    const from = start + row * stride;
    pixels.set(pdfium.HEAPU8.subarray(from, from + width * 3), row * width * 3);
  }
  pdfium._FPDFBitmap_Destroy(bitmap);
  return { pixels, width, height, size };
}

function pixelsOf(
  [width, height]: DrawnPage['size'],
  { dotsPerInch, mostPixels }: Resolution,
): readonly [width: number, height: number] {
  const inches = [width / pointsPerInch, height / pointsPerInch] as const;
  const dots = Math.min(dotsPerInch, Math.sqrt(mostPixels / (inches[0] * inches[1])));
  const most = Math.max(1, Math.floor(mostPixels / Math.max(1, Math.floor(Math.min(...inches) * dots))));
  const pixels = (length: number) => Math.min(most, Math.max(1, Math.floor(length * dots)));
  return [pixels(inches[0]), pixels(inches[1])];
}

/** Maximum memory that PDFium may use, in bytes. Scans at 600 dots per inch need half of it. */
const mostMemory = 272 * 1_048_576;

/** Starts PDFium. This takes about 20 ms, because the WebAssembly must be compiled. */
async function startPdfium(): Promise<Pdfium> {
  // Discard PDFium's messages. They could quote the document, so they must not reach the log.
  const silent: object = { print: () => {}, printErr: () => {} };
  const pdfium = (await PDFiumModule(silent)) as unknown as Pdfium;
  for (const part of Object.values(pdfium.wasmExports)) if (isMemory(part)) limitMemory(part);
  pdfium._FPDF_InitLibraryWithConfig({ version: 2 });
  return pdfium;
}

interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow: (pages: number) => number;
}

function isMemory(part: unknown): part is WasmMemory {
  return typeof part === 'object' && part !== null && 'buffer' in part && 'grow' in part;
}

/** Limits PDFium's memory to `mostMemory`. At this limit, PDFium reports exhausted memory. The package's own limit is 2 GiB. */
function limitMemory(memory: WasmMemory): void {
  const pageBytes = 65_536;
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * pageBytes > mostMemory) throw new RangeError('no memory is left');
    return grow(pages);
  };
}
