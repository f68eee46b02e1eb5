/** Reads text notes that have no appearance stream. Each PDF reader draws them in its own way. Uses PDFium (fpdf_annot.h). */
import { Buffer } from 'node:buffer';

/** The PDFium functions that `@hyzyla/pdfium` exports without their types. Handles and pointers are numbers; 0 means none. */
export interface PdfiumNotes {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { malloc(size: number): number; free(pointer: number): void };
  _FPDFPage_GetAnnotCount(page: number): number;
  _FPDFPage_GetAnnot(page: number, index: number): number;
  _FPDFPage_CloseAnnot(annotation: number): void;
  _FPDFAnnot_GetSubtype(annotation: number): number;
  _FPDFAnnot_GetFlags(annotation: number): number;
  _FPDFAnnot_GetAP(annotation: number, mode: number, buffer: number, size: number): number;
  _FPDFAnnot_GetStringValue(annotation: number, key: number, buffer: number, size: number): number;
}

/** The subtype of text notes: FPDF_ANNOT_FREETEXT. */
const freeText = 3;
/** The flags of annotations that are hidden on screen: FPDF_ANNOT_FLAG_HIDDEN and FPDF_ANNOT_FLAG_NOVIEW. */
const hiddenFlags = 0x02 | 0x20;
/** The mode of an annotation's normal appearance: FPDF_ANNOT_APPEARANCEMODE_NORMAL. */
const normal = 0;

/** The size in bytes of an empty UTF-16 string with its terminator. */
const emptyString = 2;

/**
 * Returns the code points of the letters, without spaces, in a page's text notes (FreeText) that have no appearance stream.
 * In a document with a form, PDFium draws such a note only if the form has default fonts, and omits letters that they lack. Call
 * this before PDFium adds the missing appearance streams.
 */
export function lettersOfBareNotes(pdfium: PdfiumNotes, page: number): readonly number[] {
  const count = pdfium._FPDFPage_GetAnnotCount(page);
  const texts = Array.from({ length: Math.max(0, count) }, (_, index) => {
    const annotation = pdfium._FPDFPage_GetAnnot(page, index);
    const isBare =
      pdfium._FPDFAnnot_GetSubtype(annotation) === freeText &&
      (pdfium._FPDFAnnot_GetFlags(annotation) & hiddenFlags) === 0 &&
      pdfium._FPDFAnnot_GetAP(annotation, normal, 0, 0) <= emptyString;
    const text = isBare ? contentsOf(pdfium, annotation) : '';
    pdfium._FPDFPage_CloseAnnot(annotation);
    return text;
  });
  const letters = texts.join('').replaceAll(/[\s\p{C}]/gu, '');
  return Array.from(new Set(letters), (letter) => letter.codePointAt(0) ?? 0);
}

function contentsOf(pdfium: PdfiumNotes, annotation: number): string {
  const name = Buffer.from('Contents\0');
  const key = pdfium.wasmExports.malloc(name.length);
  pdfium.HEAPU8.set(name, key);
  const size = pdfium._FPDFAnnot_GetStringValue(annotation, key, 0, 0);
  const text = pdfium.wasmExports.malloc(size);
  pdfium._FPDFAnnot_GetStringValue(annotation, key, text, size);
  const bytes = Buffer.from(pdfium.HEAPU8.subarray(text, text + Math.max(0, size - emptyString)));
  pdfium.wasmExports.free(text);
  pdfium.wasmExports.free(key);
  return bytes.toString('utf16le');
}
