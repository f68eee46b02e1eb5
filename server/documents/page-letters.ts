/** Lists a PDF page's visible letters, and whether PDFium can draw each of them. Uses PDFium (fpdf_text.h, fpdf_edit.h). */

/** The PDFium functions that `@hyzyla/pdfium` exports without their types. Handles and pointers are numbers; 0 means none. */
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
  _FPDFFont_GetGlyphPath(font: number, unicode: number, size: number): number;
  _FPDF_PageToDevice(
    page: number,
    ...area: [...DrawnArea, x: number, y: number, deviceX: number, deviceY: number]
  ): number;
}

export type Area = [left: number, top: number, width: number, height: number];
/** The area of a bitmap in which PDFium draws a page. */
export type DrawnArea = [...Area, rotation: number];

/** A letter of a page. Call `isCovered`, `box` and `color` before reading the next letter. */
export interface Letter {
  readonly unicode: number;
  /**
   * Whether PDFium draws the right letter. False only for a letter whose font is not in the file: if the substitute font lacks
   * the letter, or if the file does not state which letter to draw.
   */
  readonly isDrawn: boolean;
  /** The number of the annotation that contains the letter, such as a form field, or undefined for text of the page itself. */
  readonly annotation: number | undefined;
  /** Returns whether the page draws a picture over the letter. In many scans, a picture covers the recognized text. */
  readonly isCovered: () => boolean;
  /** Returns the letter's box in pixels of the drawn page, counted from the top left. */
  readonly box: () => readonly [left: number, top: number, right: number, bottom: number];
  /** Returns the letter's color in RGB, or undefined if it is fully transparent. */
  readonly color: () => readonly number[] | undefined;
}

/** The render modes of invisible text, such as the text behind a scan (fpdf_edit.h: FPDF_TEXTRENDERMODE_INVISIBLE, _CLIP). */
const neverSeen: readonly number[] = [3, 7];

/** The code of the space. All smaller codes are control characters. */
const blankUntil = 0x20;
/** The codes of spaces other than `blankUntil`: the no-break space and the ideographic space. */
const otherSpaces: readonly number[] = [0xa0, 0x3000];

/** The type of text objects: FPDF_PAGEOBJ_TEXT (fpdf_edit.h). */
const textObject = 1;
/** The type of pictures: FPDF_PAGEOBJ_IMAGE. */
const imageObject = 3;
/** The type of form XObjects, which contain other objects: FPDF_PAGEOBJ_FORM. */
const formObject = 5;
/** The render mode that draws only the outlines of letters: FPDF_TEXTRENDERMODE_STROKE. */
const stroked = 1;

/** The width in points below which PDFium omits a text object from the text of a page. */
const leastWidth = 0.01;

/**
 * Yields the visible letters of a page, without spaces. `width` and `height` are the size in pixels at which the page is drawn.
 * The first `ownObjects` objects belong to the page itself, and each later object is an annotation. Call this function
 * after drawing the page, because it changes the page.
 */
export function* lettersOf(
  pdfium: PdfiumText,
  page: number,
  size: { readonly width: number; readonly height: number; readonly ownObjects: number },
): Generator<Letter> {
  const memory = pdfium.wasmExports.malloc(32);
  const { places, pictures } = placesOf(pdfium, page, memory);
  const text = pdfium._FPDFText_LoadPage(page);
  if (text === 0) return;
  const isDrawn = drawableLetters(pdfium);
  const count = pdfium._FPDFText_CountChars(text);
  for (let index = 0; index < count; index += 1) {
    const unicode = pdfium._FPDFText_GetUnicode(text, index);
    const isKnown = pdfium._FPDFText_HasUnicodeMapError(text, index) === 0;
    const object = pdfium._FPDFText_GetTextObject(text, index);
    const isBlank = isKnown && (unicode <= blankUntil || otherSpaces.includes(unicode));
    if (object === 0 || isBlank || pdfium._FPDFText_IsGenerated(text, index) !== 0) continue;
    if (neverSeen.includes(pdfium._FPDFTextObj_GetTextRenderMode(object))) continue;
    const place = places.get(object) ?? 0;
    yield {
      unicode,
      isDrawn: isDrawn(pdfium._FPDFTextObj_GetFont(object), isKnown ? unicode : undefined),
      annotation: place < size.ownObjects ? undefined : place,
      isCovered: () => {
        const [left, top, right, bottom] = rectOf(pdfium, text, index, memory);
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        return pictures.some(
          ({ place: over, bounds }) =>
            over > place && bounds[0] <= x && x <= bounds[2] && bounds[1] <= y && y <= bounds[3],
        );
      },
      box: () => boxOf(pdfium, { page, text, index, memory }, size),
      color: () => colorOf(pdfium, text, index, memory),
    };
  }
  pdfium._FPDFText_ClosePage(text);
  pdfium.wasmExports.free(memory);
}

/**
 * Returns a function that returns whether PDFium draws a letter of a font. If the font is not in the file, PDFium draws the
 * letter only if its Unicode number is known and the substitute font contains it.
 */
function drawableLetters(pdfium: PdfiumText): (font: number, unicode: number | undefined) => boolean {
  const embedded = new Map<number, boolean>();
  const drawn = new Map<string, boolean>();
  return (font, unicode) => {
    if (font === 0) return true;
    const isEmbedded = embedded.get(font) ?? pdfium._FPDFFont_GetIsEmbedded(font) !== 0;
    embedded.set(font, isEmbedded);
    if (isEmbedded || unicode === undefined) return isEmbedded;
    const glyph = `${font}:${unicode}`;
    // The font size 1 is arbitrary, because only the existence of an outline matters.
    const isDrawn = drawn.get(glyph) ?? pdfium._FPDFFont_GetGlyphPath(font, unicode, 1) !== 0;
    drawn.set(glyph, isDrawn);
    return isDrawn;
  };
}

interface Picture {
  readonly place: number;
  readonly bounds: Bounds;
}

/** The left, bottom, right and top edges in points, counted from the bottom left. */
type Bounds = readonly [left: number, bottom: number, right: number, top: number];

/**
 * Returns the position in the page's drawing order for each text object and picture. Text in a form object gets the position of
 * the form object, and pictures in a form object are omitted. Also widens text objects (`widen`).
 */
function placesOf(pdfium: PdfiumText, page: number, memory: number) {
  const places = new Map<number, number>();
  const pictures: Picture[] = [];
  const visit = (object: number, place: number, isInForm: boolean): void => {
    const type = pdfium._FPDFPageObj_GetType(object);
    if (type === imageObject && !isInForm) pictures.push({ place, bounds: boundsOf(pdfium, object, memory) });
    if (type === formObject) {
      const count = pdfium._FPDFFormObj_CountObjects(object);
      for (let at = 0; at < count; at += 1) visit(pdfium._FPDFFormObj_GetObject(object, at), place, true);
    }
    if (type !== textObject) return;
    places.set(object, place);
    widen(pdfium, object, memory);
  };
  const count = pdfium._FPDFPage_CountObjects(page);
  for (let place = 0; place < count; place += 1) visit(pdfium._FPDFPage_GetObject(page, place), place, false);
  return { places, pictures };
}

/**
 * If a text object has no width, widens it by adding an outline to its letters. PDFium would otherwise omit the object from the
 * text of the page. An object has no width if it is a single letter that PDFium can't draw.
 */
function widen(pdfium: PdfiumText, object: number, memory: number): void {
  if (neverSeen.includes(pdfium._FPDFTextObj_GetTextRenderMode(object))) return;
  const [left, , right] = boundsOf(pdfium, object, memory);
  if (right - left > leastWidth) return;
  pdfium._FPDFTextObj_SetTextRenderMode(object, stroked);
  pdfium._FPDFPageObj_SetStrokeWidth(object, 1);
  // PDFium computes the width again only when the object is transformed.
  pdfium._FPDFPageObj_Transform(object, 1, 0, 0, 1, 0, 0);
}

function boundsOf(pdfium: PdfiumText, object: number, memory: number): Bounds {
  pdfium._FPDFPageObj_GetBounds(object, memory, memory + 4, memory + 8, memory + 12);
  return floatsAt(pdfium, memory);
}

function floatsAt(pdfium: PdfiumText, memory: number): [number, number, number, number] {
  const view = new DataView(pdfium.HEAPU8.buffer);
  return [0, 4, 8, 12].map((offset) => view.getFloat32(memory + offset, true)) as [
    number,
    number,
    number,
    number,
  ];
}

/** Returns the color of a letter in RGB, or undefined if it is fully transparent. */
function colorOf(pdfium: PdfiumText, text: number, index: number, memory: number): number[] | undefined {
  const parts = [0, 4, 8, 12].map((offset) => memory + offset) as [number, number, number, number];
  if (pdfium._FPDFText_GetFillColor(text, index, ...parts) === 0) return [0, 0, 0];
  const view = new DataView(pdfium.HEAPU8.buffer);
  const [red, green, blue, alpha] = parts.map((at) => view.getUint32(at, true));
  return alpha === 0 ? undefined : [red ?? 0, green ?? 0, blue ?? 0];
}

/** Returns the edges of a letter's box in points: left, top, right, bottom, as in FS_RECTF. */
function rectOf(pdfium: PdfiumText, text: number, index: number, memory: number) {
  return pdfium._FPDFText_GetLooseCharBox(text, index, memory) === 0
    ? ([0, 0, 0, 0] as const)
    : floatsAt(pdfium, memory);
}

function boxOf(
  pdfium: PdfiumText,
  { page, text, index, memory }: Readonly<Record<'page' | 'text' | 'index' | 'memory', number>>,
  { width, height }: { readonly width: number; readonly height: number },
): ReturnType<Letter['box']> {
  const [left, top, right, bottom] = rectOf(pdfium, text, index, memory);
  const onDevice = (x: number, y: number) => {
    pdfium._FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, memory + 16, memory + 20);
    const view = new DataView(pdfium.HEAPU8.buffer);
    return [view.getInt32(memory + 16, true), view.getInt32(memory + 20, true)] as const;
  };
  const [a, b] = [onDevice(left, top), onDevice(right, bottom)];
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])];
}
