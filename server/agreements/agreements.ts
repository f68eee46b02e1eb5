/** The agreements of a program as they are shown: to everyone alike, or with an application's certification (D30, D31). */

import type { AgreementKey, ApplicationState } from '../../form/fields/application-state.ts';
import { certificationOf } from '../../form/state/consents.ts';
import { type Agreement, type AgreementValues, agreementHtml, sha256Of } from '../programs/agreement-text.ts';
import type { Program } from '../programs/programs.ts';
import { agreementValues } from '../programs/programs.ts';

/** A text as it was shown: its version, and the hash of the very HTML. */
export interface ShownText {
  readonly title: string;
  readonly version: string;
  readonly html: string;
  readonly sha256: string;
}

/** The disclosure texts of the share-information screen, which are versioned like agreements. */
export type DisclosureTextKey = 'share-information' | 'affiliates';

/** Whether an agreement reads the same for every applicant of a program; the other names people (D31). */
export function isSameForAll(agreement: AgreementKey): boolean {
  return agreement !== 'controlling-party';
}

/** An agreement as this application's applicant reads it; only the certification differs from one to another (D31). */
export function agreementFor(
  program: Pick<Program, 'agreements' | 'name' | 'provider' | 'termsUrl'>,
  agreement: AgreementKey,
  state: Pick<ApplicationState, 'applicationData' | 'personnel'>,
): ShownText {
  return shownTo(program.agreements[agreement], agreementValues(program), agreement, state);
}

/** A text of an agreement, of whichever version, as this application's applicant reads it. */
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

/** A disclosure text of the share-information screen. */
export function disclosureText(program: Program, key: DisclosureTextKey): ShownText {
  return program.agreements[key];
}
