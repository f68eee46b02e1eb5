import type { AskedTogether } from '../../form/state/asked.ts';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { maskedId, type PageState } from '../state/page-state.ts';

/** An answer that the person has already given to another question, so the page fills it in. */
interface GivenAnswer {
  readonly answer: string;
  /** If `typed` is this answer, returns a sentence that says to which question the person gave it. */
  readonly noteOn: (typed: string | undefined) => string | undefined;
}

/**
 * Returns the answers to fill in, keyed by field. The only such answer is the applicant's Social Security number. It is filled in
 * if it was typed as the tax ID (D67) and is still in the page's memory, and if no number is stored for the applicant yet.
 */
export function givenAnswers(
  { record, person }: AskedTogether,
  { application: { applicationData }, unmasked }: PageState,
): Readonly<Record<string, GivenAnswer>> {
  const answer = unmasked[maskedId('taxId')];
  const isSsn = applicationData.taxIdKind === 'ssn' && answer?.endsWith(applicationData.taxIdLast4 ?? ' ');
  if (record !== 'applicant' || person?.answers['ssnLast4'] || !answer || !isSsn) return {};
  const noteOn = (typed = '') =>
    typed.replaceAll(/\D/g, '') === answer ? customScreensCopy.fromTaxId : undefined;
  return { ssn: { answer, noteOn } };
}
