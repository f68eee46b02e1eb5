/**
 * Texts of other versions than the one that is in force on this node: while a release is rolled out, or taken back, other
 * nodes show others, and who was shown one may agree to it here (D30, D31).
 */
import type { AgreementKey, ApplicationState } from '../../form/fields/application-state.ts';
import { type AgreementTextRow, findTextOfVersion } from '../db/queries/agreements.ts';
import type { Queries } from '../db/transactions.ts';
import type { AgreementValues } from '../programs/agreement-text.ts';
import type { TextName } from '../programs/program-folder.ts';
import type { Program, ProgramText } from '../programs/programs.ts';
import { agreementFor, type ShownText, shownTo } from './agreements.ts';

/** How long a text that is not in force here counts from when it was last opened, in milliseconds. */
export const validForMillis = 72 * 60 * 60_000;

/**
 * Whether another version than the text in force still counts: a newer one always, and an older one until the text in
 * force says that it does not any more. One that this node has not heard of at its start is newer.
 */
function mayCount({ older, olderValidUntil }: ProgramText, version: string, now: Date): boolean {
  return olderValidUntil === undefined || now < olderValidUntil || !older?.has(version);
}

/** Whether what was opened at a moment, of another version than the text in force, can be agreed to or is agreed to still. */
export function stillCounts(
  text: ProgramText,
  { version, openDateTime }: { readonly version: string; readonly openDateTime: Date | null },
  now: Date,
): boolean {
  if (version === text.version || openDateTime === null) return false;
  return now.getTime() - openDateTime.getTime() < validForMillis && mayCount(text, version, now);
}

/** A recorded text as it was shown; undefined where the program never had this version, or it does not count any more. */
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

/** An agreement in a version, as this application's applicant reads it; undefined as for `recordedText`. */
export async function agreementOfVersion(
  queries: Queries,
  { program, now }: { readonly program: Program; readonly now: Date },
  agreement: AgreementKey,
  version: string,
  state: Pick<ApplicationState, 'applicationData' | 'personnel'>,
): Promise<ShownText | undefined> {
  if (version === program.agreements[agreement].version) return agreementFor(program, agreement, state);
  const text = await recordedText(queries, program, agreement, version, now);
  // Written by `recordTexts`, which is the only place that writes it.
  return text && shownTo(text, text.placeholders as unknown as AgreementValues, agreement, state);
}

/**
 * A disclosure text that a page says it showed; undefined where the program never had this text, or it does not count any
 * more.
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
