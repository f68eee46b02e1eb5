/**
 * Handles text versions other than the one in force on this node. During a rollout or rollback, other nodes show other versions,
 * and an applicant who was shown one may agree to it here (D30, D31).
 */
import type { AgreementKey, ApplicationState } from '../../form/fields/application-state.ts';
import { type AgreementTextRow, findTextOfVersion } from '../db/queries/agreements.ts';
import type { Queries } from '../db/transactions.ts';
import type { AgreementValues } from '../programs/agreement-text.ts';
import type { TextName } from '../programs/program-folder.ts';
import type { Program, ProgramText } from '../programs/programs.ts';
import { agreementFor, type ShownText, shownTo } from './agreements.ts';

/** How long such a version can be agreed to after it was last opened, in milliseconds. */
export const validForMillis = 72 * 60 * 60_000;

/**
 * Returns whether another version still counts. A newer version always counts; an older one counts until the `olderValidUntil` of
 * the text in force. A version that was not recorded when this node started is newer.
 */
function mayCount({ older, olderValidUntil }: ProgramText, version: string, now: Date): boolean {
  return olderValidUntil === undefined || now < olderValidUntil || !older?.has(version);
}

/** Returns whether a version other than the one in force still counts: it can be agreed to, and consents to it stay valid. */
export function stillCounts(
  text: ProgramText,
  { version, openDateTime }: { readonly version: string; readonly openDateTime: Date | null },
  now: Date,
): boolean {
  if (version === text.version || openDateTime === null) return false;
  return now.getTime() - openDateTime.getTime() < validForMillis && mayCount(text, version, now);
}

/** Returns a recorded text; undefined if the program never had this version or it no longer counts. */
async function recordedText(
  queries: Queries,
  program: Program,
  name: TextName,
  version: string,
  now: Date,
): Promise<AgreementTextRow | undefined> {
  if (!mayCount(program.agreements[name], version, now)) return undefined;
  return findTextOfVersion(queries, program.domainKey, name, version);
}

/**
 * Returns a version of an agreement for this application's applicant; undefined if the program never had it or it no longer
 * counts.
 */
export async function agreementOfVersion(
  queries: Queries,
  { program, now }: { readonly program: Program; readonly now: Date },
  agreement: AgreementKey,
  version: string,
  state: Pick<ApplicationState, 'applicationData' | 'personnel'>,
): Promise<ShownText | undefined> {
  if (version === program.agreements[agreement].version) return agreementFor(program, agreement, state);
  const text = await recordedText(queries, program, agreement, version, now);
  // `recordTexts` wrote these values, and nothing else does.
  return text && shownTo(text, text.placeholders as unknown as AgreementValues, agreement, state);
}

/**
 * Returns the disclosure text that a page says it showed; undefined if the program never had this text or it no longer counts.
 */
export async function disclosureShown(
  queries: Queries,
  { program, now }: { readonly program: Program; readonly now: Date },
  name: TextName,
  { version, sha256 }: Pick<ShownText, 'version' | 'sha256'>,
): Promise<Pick<ShownText, 'version' | 'sha256'> | undefined> {
  const inForce = program.agreements[name];
  const text =
    version === inForce.version ? inForce : await recordedText(queries, program, name, version, now);
  return text?.sha256 === sha256 ? text : undefined;
}
