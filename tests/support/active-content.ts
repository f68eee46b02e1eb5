/** Lists the parts of a PDF, other than its pages, that pdf.js (Firefox's PDF reader) finds. */
import { getDocumentProxy } from 'unpdf';

/**
 * Returns descriptions of the scripts, actions, links, forms, files, texts and outlines in a PDF. Returns an empty list if there
 * are none.
 */
export async function activeContent(pdf: Uint8Array): Promise<readonly string[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  try {
    const found = new Map<string, unknown>([
      ['scripts', await document.getJSActions()],
      ['files', await document.getAttachments()],
      ['opening action', await document.getOpenAction()],
      ['fields', await document.getFieldObjects()],
      ['outline', await document.getOutline()],
      ['XFA', document.allXfaHtml],
    ]);
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      found.set(`scripts of page ${number}`, await page.getJSActions());
      found.set(`annotations of page ${number}`, await page.getAnnotations());
      found.set(`text of page ${number}`, (await page.getTextContent()).items);
    }
    return [...found].flatMap(([what, value]) => (isEmpty(value) ? [] : [what]));
  } finally {
    await document.loadingTask.destroy();
  }
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || Object.keys(value).length === 0;
}
