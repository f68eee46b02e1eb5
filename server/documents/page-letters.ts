/** Lists the letters of a page with the properties of their fonts. Uses PDFium (fpdf_text.h, fpdf_edit.h). */

/** The functions of PDFium that the package exports but does not declare. Handles and pointers are numbers, and 0 means none. */
export interface PdfiumText {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { malloc(size: number): number; free(pointer: number): void };
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(text: number): void;
  _FPDFText_CountChars(text: number): number;
  _FPDFText_GetUnicode(text: number, index: number): number;
  _FPDFText_IsGenerated(text: number, index: number): number;
  _FPDFText_HasUnicodeMapError(text: number, index: number): number;
  _FPDFText_GetTextObject(text: number, index: number): number;
  _FPDFText_GetLooseCharBox(text: number, index: number, rect: number): number;
  _FPDFText_GetFillColor(text: number, index: number, r: number, g: number, b: number, a: number): number;
  _FPDFTextObj_GetFont(object: number): number;
  _FPDFTextObj_GetTextRenderMode(object: number): number;
  _FPDFTextObj_SetTextRenderMode(object: number, mode: number): number;
  _FPDFPage_CountObjects(page: number): number;
  _FPDFPage_GetObject(page: number, index: number): number;
  _FPDFFormObj_CountObjects(form: number): number;
  _FPDFFormObj_GetObject(form: number, index: number): number;
  _FPDFPageObj_GetType(object: number): number;
  _FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number;
  _FPDFPageObj_SetStrokeWidth(object: number, width: number): number;
  _FPDFPageObj_Transform(object: number, ...matrix: [number, number, number, number, number, number]): void;
  _FPDFFont_GetIsEmbedded(font: number): number;
  _FPDF_PageToDevice(
    page: number,
    ...area: [...DrawnArea, x: number, y: number, deviceX: number, deviceY: number]
  ): number;
}

export type Area = [left: number, top: number, width: number, height: number];
/** The area of a bitmap in which PDFium draws a page. */
export type DrawnArea = [...Area, rotation: number];

/** A letter of a page. Call `box` and `color` before reading the next letter. */
export interface Letter {
  /** Whether the letter's font is in the file. */
  readonly hasFont: boolean;
  /** A key that is equal for all occurrences of a letter in one font. */
  readonly glyph: string;
  /** Whether the file states which letter this is. If it does not, a substitute font draws a wrong shape or no shape. */
  readonly isKnown: boolean;
  /** Returns the letter's box in pixels of the drawn page, counted from the top left. */
  readonly box: () => readonly [left: number, top: number, right: number, bottom: number];
  /** Returns the letter's color in RGB, or undefined if it is fully transparent. */
  readonly color: () => readonly number[] | undefined;
}

/** The render modes of invisible text, such as the text behind a scan (fpdf_edit.h: FPDF_TEXTRENDERMODE_INVISIBLE, _CLIP). */
const neverSeen: readonly number[] = [3, 7];

/** The code of the space (all smaller codes are control characters), and the codes of other spaces. */
const blankUntil = 0x20;
const otherSpaces: readonly number[] = [0xa0, 0x3000];

/** The types of objects that are text or contain objects, and the render mode of outlined text (fpdf_edit.h). */
const textObject = 1;
const formObject = 5;
const stroked = 1;

/** The width in points below which PDFium omits a text object from the text of a page. */
const leastWidth = 0.01;

/**
 * Yields the visible letters of a page, without spaces. `size` is the size in pixels at which the page is drawn. Call it after
 * drawing, because it changes the page.
 */
export function* lettersOf(
  pdfium: PdfiumText,
  page: number,
  size: { readonly width: number; readonly height: number },
): Generator<Letter> {
  const memory = pdfium.wasmExports.malloc(32);
  widenText(pdfium, memory, pdfium._FPDFPage_CountObjects(page), (at) =>
    pdfium._FPDFPage_GetObject(page, at),
  );
  const text = pdfium._FPDFText_LoadPage(page);
  if (text === 0) return;
  const embedded = new Map<number, boolean>();
  const isEmbedded = (font: number): boolean => {
    const known = embedded.get(font) ?? pdfium._FPDFFont_GetIsEmbedded(font) !== 0;
    embedded.set(font, known);
    return known;
  };
  const count = pdfium._FPDFText_CountChars(text);
  for (let index = 0; index < count; index += 1) {
    const unicode = pdfium._FPDFText_GetUnicode(text, index);
    const isKnown = pdfium._FPDFText_HasUnicodeMapError(text, index) === 0;
    const object = pdfium._FPDFText_GetTextObject(text, index);
    const isBlank = isKnown && (unicode <= blankUntil || otherSpaces.includes(unicode));
    if (object === 0 || isBlank || pdfium._FPDFText_IsGenerated(text, index) !== 0) continue;
    if (neverSeen.includes(pdfium._FPDFTextObj_GetTextRenderMode(object))) continue;
    const font = pdfium._FPDFTextObj_GetFont(object);
    yield {
      hasFont: font === 0 || isEmbedded(font),
      glyph: `${font}:${unicode}`,
      isKnown,
      box: () => boxOf(pdfium, { page, text, index, memory }, size),
      color: () => colorOf(pdfium, text, index, memory),
    };
  }
  pdfium._FPDFText_ClosePage(text);
  pdfium.wasmExports.free(memory);
}

/**
 * Widens text objects that have no width, because PDFium omits them from the text of the page. An object has no width if it is a
 * single letter that PDFium can't draw. PDFium counts the width of an outline, so the object gets one.
 */
function widenText(
  pdfium: PdfiumText,
  memory: number,
  count: number,
  objectAt: (index: number) => number,
): void {
  for (let index = 0; index < count; index += 1) {
    const object = objectAt(index);
    const type = pdfium._FPDFPageObj_GetType(object);
    if (type === formObject)
      widenText(pdfium, memory, pdfium._FPDFFormObj_CountObjects(object), (at) =>
        pdfium._FPDFFormObj_GetObject(object, at),
      );
    if (type !== textObject || neverSeen.includes(pdfium._FPDFTextObj_GetTextRenderMode(object))) continue;
    pdfium._FPDFPageObj_GetBounds(object, memory, memory + 4, memory + 8, memory + 12);
    const view = new DataView(pdfium.HEAPU8.buffer);
    if (view.getFloat32(memory + 8, true) - view.getFloat32(memory, true) > leastWidth) continue;
    pdfium._FPDFTextObj_SetTextRenderMode(object, stroked);
    pdfium._FPDFPageObj_SetStrokeWidth(object, 1);
    // PDFium computes the width again only when the object is transformed.
    pdfium._FPDFPageObj_Transform(object, 1, 0, 0, 1, 0, 0);
  }
}

/** Returns the color of a letter in RGB, or undefined if it is fully transparent. */
function colorOf(pdfium: PdfiumText, text: number, index: number, memory: number): number[] | undefined {
  const parts = [0, 4, 8, 12].map((offset) => memory + offset) as [number, number, number, number];
  if (pdfium._FPDFText_GetFillColor(text, index, ...parts) === 0) return [0, 0, 0];
  const view = new DataView(pdfium.HEAPU8.buffer);
  const [red, green, blue, alpha] = parts.map((at) => view.getUint32(at, true));
  return alpha === 0 ? undefined : [red ?? 0, green ?? 0, blue ?? 0];
}

function boxOf(
  pdfium: PdfiumText,
  { page, text, index, memory }: Readonly<Record<'page' | 'text' | 'index' | 'memory', number>>,
  { width, height }: { readonly width: number; readonly height: number },
): ReturnType<Letter['box']> {
  if (pdfium._FPDFText_GetLooseCharBox(text, index, memory) === 0) return [0, 0, 0, 0];
  const view = () => new DataView(pdfium.HEAPU8.buffer);
  // The order of values in FS_RECTF: left, top, right, bottom.
  const [left, top, right, bottom] = [0, 4, 8, 12].map((offset) =>
    view().getFloat32(memory + offset, true),
  ) as [number, number, number, number];
  const onDevice = (x: number, y: number) => {
    pdfium._FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, memory + 16, memory + 20);
    return [view().getInt32(memory + 16, true), view().getInt32(memory + 20, true)] as const;
  };
  const [a, b] = [onDevice(left, top), onDevice(right, bottom)];
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])];
}
