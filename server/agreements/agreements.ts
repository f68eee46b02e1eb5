/** Returns agreements as applicants see them (D30, D31). Accepts consents to versions that other nodes show during a rollout. */
import type { AgreementKey, ApplicationState } from '../../form/fields/application-state.ts';
import { certificationOf } from '../../form/state/consents.ts';
import { findTextOfVersion } from '../db/queries/agreements.ts';
import type { Queries } from '../db/transactions.ts';
import { type Agreement, type AgreementValues, agreementHtml, sha256Of } from '../programs/agreement-text.ts';
import type { TextName } from '../programs/program-folder.ts';
import { agreementValues, type Program, type ProgramText } from '../programs/programs.ts';

/** A text as applicants see it, with its version, its HTML, and the hash of this HTML. */
export type ShownText = Readonly<Record<'title' | 'version' | 'html' | 'sha256', string>>;

/** The answers from which the list of certified people in the controlling-party agreement is made. */
type CertifiedState = Pick<ApplicationState, 'applicationData' | 'personnel'>;

/** Returns whether an agreement is the same for all applicants. Only the controlling-party agreement differs (D31). */
export function isSameForAll(agreement: AgreementKey): boolean {
  return agreement !== 'controlling-party';
}

/** Returns an agreement as the applicant sees it. Only the list of certified people differs between applicants (D31). */
export function agreementFor(
  program: Pick<Program, 'agreements' | 'name' | 'provider' | 'termsUrl'>,
  agreement: AgreementKey,
  state: CertifiedState,
): ShownText {
  return shownTo(program.agreements[agreement], agreementValues(program), agreement, state);
}

function shownTo(
  text: Agreement & ShownText,
  values: AgreementValues,
  agreement: AgreementKey,
  state: CertifiedState,
): ShownText {
  if (isSameForAll(agreement)) return text;
  const html = agreementHtml(text, { ...values, certification: certificationOf(state) });
  return { title: text.title, version: text.version, html, sha256: sha256Of(html) };
}

/** Milliseconds for which a version that is not current is accepted, counted from the last time that the applicant opened it. */
export const validForMillis = 72 * 60 * 60_000;

/**
 * Returns whether a program still accepts a version that is not current. Older versions are accepted until the current text's
 * `olderValidUntil`, or forever if it is not set. A version that this node did not know at its start is newer, so it is always
 * accepted.
 */
function mayCount({ older, olderValidUntil }: ProgramText, version: string, now: Date): boolean {
  return olderValidUntil === undefined || now < olderValidUntil || !older?.has(version);
}

/**
 * Returns whether a program accepts new and earlier consents to a text version that is not current. The applicant must have
 * opened this version less than `validForMillis` ago.
 */
export function stillCounts(
  text: ProgramText,
  { version, openDateTime }: { readonly version: string; readonly openDateTime: Date | null },
  now: Date,
): boolean {
  if (version === text.version || openDateTime === null) return false;
  return now.getTime() - openDateTime.getTime() < validForMillis && mayCount(text, version, now);
}

/** A program, and the time that decides which versions of the program's texts are accepted. */
export type TextsAt = { readonly program: Program; readonly now: Date };

async function textOfVersion(queries: Queries, { program, now }: TextsAt, name: TextName, version: string) {
  const text = program.agreements[name];
  if (version === text.version) return { ...text, placeholders: agreementValues(program) };
  if (!mayCount(text, version, now)) return undefined;
  return findTextOfVersion(queries, program.domainKey, name, version);
}

/** Returns a version of an agreement as this applicant sees it, or undefined if it doesn't exist or is no longer accepted. */
export async function agreementOfVersion(
  queries: Queries,
  texts: TextsAt,
  agreement: AgreementKey,
  version: string,
  state: CertifiedState,
): Promise<ShownText | undefined> {
  const text = await textOfVersion(queries, texts, agreement, version);
  // Only `recordTexts` writes `placeholders`, and it stores `AgreementValues`.
  return text && shownTo(text, text.placeholders as unknown as AgreementValues, agreement, state);
}

/** Returns whether the program had exactly this disclosure text and still accepts it. */
export async function isShownDisclosure(
  queries: Queries,
  texts: TextsAt,
  name: TextName,
  { version, sha256 }: Pick<ShownText, 'version' | 'sha256'>,
): Promise<boolean> {
  const text = await textOfVersion(queries, texts, name, version);
  return text?.sha256 === sha256;
}
