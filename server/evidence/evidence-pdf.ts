/** Prints the evidence of an application as a PDF: a summary, all facts in tables, and the texts that were agreed to. */
import { drawHeading } from '../pdf/draw-text.ts';
import { namedLetter } from '../pdf/fonts.ts';
import { letterDocument } from '../pdf/letter-document.ts';
import { drawAgreedTexts } from './draw-agreed-texts.ts';
import { drawFacts } from './draw-facts.ts';
import { drawSummary } from './draw-summary.ts';
import { style } from './evidence-layout.ts';
import type { EvidencePackage, PackagedConsent } from './evidence-package.ts';

/** Returns an evidence package as a PDF on US letter pages, tagged for screen readers, with embedded fonts. */
export async function evidencePdf(evidence: EvidencePackage): Promise<Uint8Array> {
  const { application } = evidence;
  const title = `Evidence record for application ${application.referenceNumber ?? application.id}`;
  const about = {
    title,
    author: application.provider.fullName,
    program: application.program.name,
    reference: title,
    date: new Date(evidence.createDateTime),
    style,
    margin: 60,
    lacking: namedLetter,
  };
  const inOrder = { ...evidence, consents: consentsInOrder(evidence) };
  const { bytes } = await letterDocument(about, (position) => {
    drawHeading(position, 'h1', title);
    drawSummary(position, inOrder);
    position.flow.startPage(1);
    drawFacts(position, inOrder);
    drawAgreedTexts(position, inOrder);
  });
  return bytes;
}

/** Returns the consents in the order in which they were given. Consents of the same time are in the audit trail's order. */
function consentsInOrder({ auditTrail, consents }: EvidencePackage): PackagedConsent[] {
  const answers: readonly string[] = ['agreed', 'agreement_withdrawn'];
  const placeOf = ({ agreement }: PackagedConsent) =>
    auditTrail.findLastIndex(
      ({ type, detail }) => answers.includes(type) && detail['agreement'] === agreement,
    );
  return consents.toSorted(
    (one, other) => one.agreedDateTime.localeCompare(other.agreedDateTime) || placeOf(one) - placeOf(other),
  );
}
