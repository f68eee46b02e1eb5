/** A second opinion on a PDF: opens it as a reader does (PDFium, the engine of Chromium's reader, in WebAssembly). */
import { PDFiumModule } from '@hyzyla/pdfium';

/** What PDFium tells of a document that it could open. */
export interface OpenedPdf {
  /** Pages that it counts; the first of them could be loaded. */
  readonly pages: number;
  readonly encrypted: boolean;
  readonly scripts: number;
  readonly attachments: number;
  readonly hasXfaForm: boolean;
}

/** `encrypted`: it needs a password or an unknown security scheme. `broken`: PDFium finds no document in it. */
export type PdfOpening = OpenedPdf | 'encrypted' | 'broken';

/** Functions of PDFium that the package carries but does not declare. Handles and pointers are numbers, 0 for none. */
interface Pdfium {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { malloc(size: number): number };
  _FPDF_InitLibraryWithConfig(config: object): void;
  _FPDF_LoadMemDocument(data: number, size: number, password: number): number;
  _FPDF_GetLastError(): number;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDF_GetSecurityHandlerRevision(document: number): number;
  _FPDF_GetFormType(document: number): number;
  _FPDF_GetXFAPacketCount(document: number): number;
  _FPDFDoc_GetJavaScriptActionCount(document: number): number;
  _FPDFDoc_GetAttachmentCount(document: number): number;
}

/** fpdfview.h: FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY. */
const NEEDS_KEY: readonly number[] = [4, 5];
/** fpdf_formfill.h: FORMTYPE_XFA_FULL, FORMTYPE_XFA_FOREGROUND. */
const XFA_FORMS: readonly number[] = [2, 3];
/** fpdf_doc.h: no security handler. */
const NOT_ENCRYPTED = -1;
/** A trap, or a stack or memory used up, inside WebAssembly. */
const DOCUMENT_FAULTS: readonly string[] = ['RuntimeError', 'RangeError'];
/** A reader shows the first pages first; damage further in shows there too, and thousands would take minutes. */
const LOADED_PAGES = 100;

/**
 * Opens the document and loads its pages, up to the first hundred, without drawing them. Each document gets a PDFium of
 * its own, memory and all, so that one that breaks it cannot reach the next. Never throws on any content.
 */
export async function openWithPdfium(bytes: Uint8Array): Promise<PdfOpening> {
  const pdfium = await startPdfium();
  try {
    const data = pdfium.wasmExports.malloc(bytes.length);
    pdfium.HEAPU8.set(bytes, data);
    const document = pdfium._FPDF_LoadMemDocument(data, bytes.length, 0);
    if (document === 0) return NEEDS_KEY.includes(pdfium._FPDF_GetLastError()) ? 'encrypted' : 'broken';
    const pages = pdfium._FPDF_GetPageCount(document);
    if (!canLoadPages(pdfium, document, Math.min(pages, LOADED_PAGES))) return 'broken';
    return {
      pages,
      encrypted: pdfium._FPDF_GetSecurityHandlerRevision(document) !== NOT_ENCRYPTED,
      scripts: pdfium._FPDFDoc_GetJavaScriptActionCount(document),
      attachments: pdfium._FPDFDoc_GetAttachmentCount(document),
      hasXfaForm:
        XFA_FORMS.includes(pdfium._FPDF_GetFormType(document)) ||
        pdfium._FPDF_GetXFAPacketCount(document) > 0,
    };
  } catch (error) {
    // The document crashed PDFium or used up its memory. Anything else is our own fault and must be reported.
    if (error instanceof Error && DOCUMENT_FAULTS.includes(error.name)) return 'broken';
    throw error;
  }
}

function canLoadPages(pdfium: Pdfium, document: number, count: number): boolean {
  for (let index = 0; index < count; index += 1) {
    const page = pdfium._FPDF_LoadPage(document, index);
    if (page === 0) return false;
    pdfium._FPDF_ClosePage(page);
  }
  return count > 0;
}

/** Takes some 20 ms, because the program is compiled again; sharing it would save little and complicate much. */
async function startPdfium(): Promise<Pdfium> {
  // PDFium's messages could quote the document, so none of them reaches the log.
  const silent: object = { print: () => {}, printErr: () => {} };
  const pdfium = (await PDFiumModule(silent)) as unknown as Pdfium;
  pdfium._FPDF_InitLibraryWithConfig({ version: 2 });
  return pdfium;
}
