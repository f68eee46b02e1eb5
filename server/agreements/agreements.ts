/** Returns the agreements of a program as shown: the same for everyone, or with an application's certification (D30, D31). */

import type { AgreementKey, ApplicationState } from '../../form/fields/application-state.ts';
import { certificationOf } from '../../form/state/consents.ts';
import { type Agreement, type AgreementValues, agreementHtml, sha256Of } from '../programs/agreement-text.ts';
import type { Program } from '../programs/programs.ts';
import { agreementValues } from '../programs/programs.ts';

/** A text as shown: its version, and the hash of exactly this HTML. */
export interface ShownText {
  readonly title: string;
  readonly version: string;
  readonly html: string;
  readonly sha256: string;
}

/** The disclosure texts of the share-information screen, which have versions like agreements. */
export type DisclosureTextKey = 'share-information' | 'affiliates';

/**
 * Returns whether an agreement is the same for all applicants of a program. The controlling-party agreement names people (D31).
 */
export function isSameForAll(agreement: AgreementKey): boolean {
  return agreement !== 'controlling-party';
}

/** Returns an agreement for this application's applicant. Only the certification differs between applicants (D31). */
export function agreementFor(
  program: Pick<Program, 'agreements' | 'name' | 'provider' | 'termsUrl'>,
  agreement: AgreementKey,
  state: Pick<ApplicationState, 'applicationData' | 'personnel'>,
): ShownText {
  return shownTo(program.agreements[agreement], agreementValues(program), agreement, state);
}

/** Returns an agreement text of any version for this application's applicant. */
export function shownTo(
  text: Agreement & ShownText,
  values: AgreementValues,
  agreement: AgreementKey,
  state: Pick<ApplicationState, 'applicationData' | 'personnel'>,
): ShownText {
  if (isSameForAll(agreement)) return text;
  const html = agreementHtml(text, { ...values, certification: certificationOf(state) });
  return { title: text.title, version: text.version, html, sha256: sha256Of(html) };
}

/** Returns a disclosure text of the share-information screen. */
export function disclosureText(program: Program, key: DisclosureTextKey): ShownText {
  return program.agreements[key];
}
