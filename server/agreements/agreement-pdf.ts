/** Makes the PDF of an agreement's static text (D30) from the same tokens as the text's HTML, so both have the same content. */
import { versionText } from '../../copy/version-text.ts';
import { drawMarkdown } from '../pdf/draw-markdown.ts';
import { drawHeading, drawParagraph, textPiece } from '../pdf/draw-text.ts';
import { letterDocument, type Printed, type Style } from '../pdf/letter-document.ts';
import { type Agreement, type AgreementValues, agreementTokens } from '../programs/agreement-text.ts';

/** The style of the PDF. The text is indented, so that section numbers are in the left margin and a line has about 75 letters. */
const style: Style = {
  size: 10.75,
  leading: 14,
  gap: 5.5,
  cell: 3.25,
  headings: { h1: 20, h2: 13, h3: 11.5 },
  hang: 30,
};

/** Returns the PDF of an agreement. The same text always produces the same bytes. Throws if the PDF can't show the whole text. */
export async function agreementPdf(
  agreement: Agreement,
  values: AgreementValues,
  reference: string,
): Promise<Printed> {
  const { certification: _, ...shared } = values;
  const about = {
    title: agreement.title,
    author: shared.providerFullName,
    program: shared.programName,
    reference: [...(isSample(agreement) ? ['Sample text'] : []), agreement.title, reference].join(' · '),
    date: dateOf(agreement.version),
    style,
    margin: 77,
  };
  return letterDocument(about, (position) => {
    drawHeading({ ...position, left: 0 }, 'h1', agreement.title);
    drawParagraph({ ...position, left: 0 }, [textPiece(`Version: ${versionText(agreement.version)}`)]);
    position.flow.y += style.leading;
    drawMarkdown(position, agreementTokens(agreement, shared, 2));
  });
}

/** Returns whether a text begins with the note that it is a sample. In that case, the footer of each page says so, too. */
function isSample({ body }: Agreement): boolean {
  return /^\s*> \*\*SAMPLE TEXT\.\*\*/.test(body);
}

/** Returns the date of the PDF: the text's version if it is a date, otherwise a fixed date, so the bytes never change. */
function dateOf(version: string): Date {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(version) ? version : 0);
  return Number.isNaN(date.getTime()) ? new Date(0) : date;
}
