/** Records each version of a text when a server first starts with it. Rejects changes that keep the version (D30, D31). */
import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Checked, failed } from '../config/checked.ts';
import { insertTexts, type KnownText, knownTexts } from '../db/queries/agreements.ts';
import type { Tables } from '../db/tables.ts';
import { longestVersion } from '../programs/agreement-text.ts';
import { type TextName, textNames } from '../programs/program-folder.ts';
import type { Program, Programs, ProgramText } from '../programs/programs.ts';
import { agreementValues, mapPrograms } from '../programs/programs.ts';

/**
 * Records new texts. If texts changed but kept their version, returns an error for each of them. Otherwise, returns the programs,
 * with older versions listed in each text. If two nodes start at once with different texts for one version, one gets errors.
 */
export async function recordTexts(
  db: Kysely<Tables>,
  programs: Programs,
  now: Date,
): Promise<Checked<Programs>> {
  const texts = programs.all.flatMap((program) => rowsOf(program, now));
  const before = await knownTexts(db);
  const changed = changedTexts(texts, before);
  if (changed.length > 0) return failed(...changed);
  const names = new Set(before.map(nameOf));
  const added = texts.filter((text) => !names.has(nameOf(text)));
  if (added.length > 0) await insertTexts(db, added);
  const known = await knownTexts(db);
  const clashes = changedTexts(added, known);
  if (clashes.length > 0) return failed(...clashes);
  const value = mapPrograms(programs, (program) =>
    withTexts(program, (text, name) => ({ ...text, older: olderVersions(program, name, text, known) })),
  );
  return { ok: true, value };
}

const hashDigits = 8;

/** Adds a hash of each text to its version, as in 2026-11-01.3fa9c1d2. So each edit of a draft text has its own version. */
export function withDraftVersions(programs: Programs): Programs {
  return mapPrograms(programs, (program) =>
    withTexts(program, (text) => {
      const digits = hash('sha256', `${text.title}\n${text.sha256}`, 'hex').slice(0, hashDigits);
      return { ...text, version: `${text.version.slice(0, longestVersion - hashDigits - 1)}.${digits}` };
    }),
  );
}

function withTexts(program: Program, change: (text: ProgramText, name: TextName) => ProgramText): Program {
  const texts = textNames.map((name) => [name, change(program.agreements[name], name)] as const);
  return { ...program, agreements: Object.fromEntries(texts) as Program['agreements'] };
}

function rowsOf(program: Program, now: Date) {
  return textNames.map((agreement) => {
    const { title, version, body, html, sha256 } = program.agreements[agreement];
    return {
      domain_key: program.domainKey,
      agreement,
      version,
      sha256,
      title,
      body,
      placeholders: { ...agreementValues(program) },
      html,
      first_seen_date_time: now,
    };
  });
}

function nameOf({ domain_key, agreement, version }: Omit<KnownText, 'sha256' | 'title'>): string {
  return `${domain_key}/${agreement}/${version}`;
}

/** Returns an error for each text that differs from the recorded text of the same version, even if only in a placeholder. */
function changedTexts(texts: ReturnType<typeof rowsOf>, known: readonly KnownText[]): readonly string[] {
  const byName = new Map(known.map((text) => [nameOf(text), text]));
  return texts.flatMap((text) => {
    const recorded = byName.get(nameOf(text));
    if (!recorded || (recorded.sha256 === text.sha256 && recorded.title === text.title)) return [];
    const since = recorded.first_seen_date_time.toISOString().slice(0, 10);
    return [
      `program ${text.domain_key}, agreement ${text.agreement}: the text differs from the one shown as version ` +
        `${text.version} since ${since}; give it a new version in its file, or restore the old text and names`,
    ];
  });
}

/** Returns the versions of a text that were first shown before its current version. */
function olderVersions(
  { domainKey }: Program,
  name: TextName,
  { version }: ProgramText,
  known: readonly KnownText[],
): ReadonlySet<string> {
  const versions = known.filter((text) => text.domain_key === domainKey && text.agreement === name);
  const since = versions.find((text) => text.version === version)?.first_seen_date_time;
  const older = versions.filter(({ first_seen_date_time: seen }) => since && seen < since);
  return new Set(older.map((text) => text.version));
}
