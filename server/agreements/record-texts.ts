/**
 * Records each text when its version is first shown (D30, D31). Every start records new versions, and fails if a text changed
 * without a new version.
 */
import type { Kysely } from 'kysely';
import type { Checked } from '../config/checked.ts';
import type { KnownText } from '../db/queries/agreements.ts';
import { insertTexts, knownTexts } from '../db/queries/agreements.ts';
import type { Tables } from '../db/tables.ts';
import { type TextName, textNames } from '../programs/program-folder.ts';
import type { Program, Programs, ProgramText } from '../programs/programs.ts';
import { agreementValues, mapPrograms } from '../programs/programs.ts';

/** Returns the rows for the texts of a program. */
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

type TextRow = ReturnType<typeof rowsOf>[number];

const nameOf = (text: Pick<KnownText, 'domain_key' | 'agreement' | 'version'>) =>
  `${text.domain_key}/${text.agreement}/${text.version}`;

/** Returns the recorded rows by name. */
function byName(known: readonly KnownText[]): ReadonlyMap<string, KnownText> {
  return new Map(known.map((text) => [nameOf(text), text]));
}

/**
 * Returns the problem of a text that changed. Placeholder values are part of the text: when a program's name changes, its texts
 * need new versions too.
 */
function problemOf(text: TextRow, known: KnownText | undefined): string[] {
  if (!known || (known.sha256 === text.sha256 && known.title === text.title)) return [];
  const since = known.first_seen_date_time.toISOString().slice(0, 10);
  return [
    `program ${text.domain_key}, agreement ${text.agreement}: the text differs from the one shown as version ` +
      `${text.version} since ${since}; give it a new version in its file, or restore the old text and names`,
  ];
}

/** Returns a program whose texts know the versions that they replaced. */
function withOlder(program: Program, known: readonly KnownText[]): Program {
  const texts = textNames.map((name): readonly [TextName, ProgramText] => {
    const text = program.agreements[name];
    const versions = known.filter(
      ({ domain_key, agreement }) => domain_key === program.domainKey && agreement === name,
    );
    const since = versions.find(({ version }) => version === text.version)?.first_seen_date_time;
    const older = versions.filter(({ first_seen_date_time: seen }) => since && seen < since);
    return [name, { ...text, older: new Set(older.map(({ version }) => version)) }];
  });
  return { ...program, agreements: Object.fromEntries(texts) as Record<TextName, ProgramText> };
}

/**
 * Records new texts and returns the programs with their older versions. Returns a line for each text that changed without a new
 * version, and then records nothing. If two nodes start at the same time with different texts under one version, the later one is
 * refused.
 */
export async function recordTexts(
  db: Kysely<Tables>,
  programs: Programs,
  now: Date,
): Promise<Checked<Programs>> {
  const problems = await recordNewTexts(db, programs, now);
  if (problems.length > 0) return { ok: false, problems: [...problems] };
  const known = await knownTexts(db);
  return { ok: true, value: mapPrograms(programs, (program) => withOlder(program, known)) };
}

async function recordNewTexts(db: Kysely<Tables>, programs: Programs, now: Date): Promise<readonly string[]> {
  const texts = programs.all.flatMap((program) => rowsOf(program, now));
  const known = byName(await knownTexts(db));
  const problems = texts.flatMap((text) => problemOf(text, known.get(nameOf(text))));
  const unknown = texts.filter((text) => !known.has(nameOf(text)));
  if (problems.length > 0 || unknown.length === 0) return problems;
  await insertTexts(db, unknown);
  const recorded = byName(await knownTexts(db));
  return unknown.flatMap((text) => problemOf(text, recorded.get(nameOf(text))));
}
