/** Makes the PDF of an agreement's static text (D30) from the same tokens as the HTML, so both have the same content. */
import { drawMarkdown } from '../pdf/draw-markdown.ts';
import { drawHeading, drawParagraph, textPiece } from '../pdf/draw-text.ts';
import { fontsFor } from '../pdf/fonts.ts';
import { letterDocument, type Printed } from '../pdf/letter-document.ts';
import { type Agreement, type AgreementValues, agreementTokens } from '../programs/agreement-text.ts';

/**
 * Returns a PDF of the text on US letter pages, tagged for screen readers. The same text always gives the same bytes. Throws if
 * the PDF cannot show all of the text, because no PDF is better than one with a different text.
 */
export async function agreementPdf(agreement: Agreement, values: AgreementValues): Promise<Printed> {
  const { certification: _, ...shared } = values;
  const about = {
    title: agreement.title,
    author: shared.providerFullName,
    creator: shared.programName,
    date: dateOf(agreement.version),
    fonts: fontsFor(`${agreement.title}${agreement.body}${Object.values(shared).join('')}`),
  };
  return letterDocument(about, (position) => {
    drawHeading(position, 'h1', agreement.title);
    drawParagraph(position, [textPiece(`Version ${agreement.version}`)]);
    drawMarkdown(position, agreementTokens(agreement, shared, 2));
  });
}

/** Returns the date of the PDF: the text's version if it is a date, otherwise a fixed date, so the bytes never change. */
function dateOf(version: string): Date {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(version) ? version : 0);
  return Number.isNaN(date.getTime()) ? new Date(0) : date;
}
