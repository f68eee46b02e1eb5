import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { JWK } from 'jose';
import type { ServerCopy } from '../../copy/copy.ts';
import { copyWith } from '../../copy/program-words.ts';
import { type Form, formWith } from '../../form/fields/form.ts';
import { type Checked, failed, problemsOf, unless } from '../config/checked.ts';
import { dataFile } from '../files/project-files.ts';
import {
  type Agreement,
  type AgreementValues,
  agreementHtml,
  californiaText,
  longestVersion,
  sha256Of,
} from './agreement-text.ts';
import { defaultCopy } from './default-copy.ts';
import {
  errorCode,
  type ProgramFolder,
  programFiles,
  readChecked,
  readProgramFolder,
  type TextName,
  textNames,
} from './program-folder.ts';
import { hostOf, originOf } from './program-hosts.ts';
import { type ProgramSettings, programDefaults } from './program-settings.ts';
import { type NeutralColors, readNeutralColors, type Theme } from './theme.ts';

/** Loads all card programs at startup, checks them together, and finds the program for a host (D20). */

/** A program's text. `html` has its placeholders filled in, and may change only with the version. `sha256` is its hash. */
export type ProgramText = Agreement & {
  html: string;
  sha256: string;
  /** The older versions of this text that were in the database when the server started. */
  older?: ReadonlySet<string>;
};

/** A program with all defaults filled in, and with its overrides applied to the form and the copy. */
export type Program = ProgramSettings &
  typeof programDefaults & {
    form: Form;
    /** All copy that applicants of the program read. */
    copy: ServerCopy;
    theme: Theme;
    neutral: NeutralColors;
    /** The art on the program's card, as SVG elements. */
    motif: string;
    agreements: Readonly<Record<TextName, ProgramText>>;
    /** The provider's public key from the folder of any of the provider's programs, or null if no folder contains it (D33). */
    providerKey: JWK | null;
  };

/** All programs, sorted by domainKey, and a map from each host to its program. */
export type Programs = { all: readonly Program[]; byHost: ReadonlyMap<string, Program> };

/** Returns all programs, with `change` applied to each of them. */
export function mapPrograms({ all, byHost }: Programs, change: (program: Program) => Program): Programs {
  const changed = new Map(all.map((program) => [program, change(program)]));
  const changedOf = (program: Program) => changed.get(program) ?? program;
  return {
    all: all.map(changedOf),
    byHost: new Map([...byHost].map(([host, program]) => [host, changedOf(program)])),
  };
}

/** Returns the ids of all providers without duplicates. */
export function providerIdsOf({ all }: Pick<Programs, 'all'>): readonly string[] {
  return [...new Set(all.map(({ provider }) => provider.providerId))];
}

const fallbackProgram = 'default';
const neutralColorsFile = dataFile('web/theme/neutral.css');

/** Loads all programs, or returns their problems. Never throws: a file that can't be read counts as one of the problems. */
export async function loadPrograms(
  path: string,
): Promise<{ ok: true; programs: Programs } | ReturnType<typeof failed>> {
  const neutral = await readChecked(neutralColorsFile, readNeutralColors);
  const paths = await folderPaths(path);
  if (!neutral.ok || !paths.ok) return failed(...problemsOf(neutral), ...problemsOf(paths));

  const folders = await Promise.all(paths.value.map((one) => readProgramFolder(one, neutral.value)));
  const fallbackPath = join(path, fallbackProgram);
  const fallback = folders.find((folder) => folder.path === fallbackPath);
  const programs = folders.map((folder) =>
    assembled(folder, neutral.value, keyFor(folder, folders), (name) => {
      const text = folder.texts.get(name) ?? fallback?.texts.get(name);
      return text ?? failed(`${programFiles(fallbackPath).text(name)}: is missing`);
    }),
  );
  const problems = [...programs.flatMap(problemsOf), ...clashes(folders)];
  if (problems.length > 0) return failed(...new Set(problems));

  const all = programs.flatMap((program) => (program.ok ? [program.value] : []));
  const byHost = new Map(all.flatMap((program) => hostsOf(program).map((host) => [host, program])));
  return { ok: true, programs: { all, byHost } };
}

/** Returns the program for a Host header, or undefined. Ignores case, the port, and a dot at the end of the name. */
export function programForHost(programs: Programs, host: string): Program | undefined {
  return programs.byHost.get(host.replace(/\.?(?::[0-9]*)?$/, '').toLowerCase());
}

/** Returns the values for the placeholders in a program's texts. */
export function agreementValues({
  name,
  provider,
  termsUrl,
  california,
}: Pick<ProgramSettings, 'name' | 'provider' | 'termsUrl' | 'california'>): AgreementValues {
  const values = {
    programName: name,
    providerName: provider.name,
    providerFullName: provider.fullName,
    termsUrl,
  };
  if (!california) return values;
  const { privacyUrl, requestsUrl, phone } = california;
  return { ...values, privacyUrl, privacyRequestsUrl: requestsUrl, privacyPhone: phone };
}

/** Returns a program's hosts. They include `{domainKey}.localhost`, so all programs can be tried on one machine (D20). */
function hostsOf({ hosts, domainKey }: ProgramSettings): string[] {
  return [...new Set([...hosts.map(hostOf), `${domainKey}.localhost`])];
}

async function folderPaths(path: string): Promise<Checked<string[]>> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    const folders = entries.filter(
      (entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.'),
    );
    const paths = folders.map(({ name }) => join(path, name)).sort();
    return unless(paths.length > 0 ? [] : [`${path}: contains no program`], paths);
  } catch (error) {
    return failed(`${path}: cannot be read: ${errorCode(error)}`);
  }
}

/** Returns the provider's public key, from this folder or from the folder of another of the provider's programs, or null. */
function keyFor({ settings, providerKey }: ProgramFolder, folders: readonly ProgramFolder[]): JWK | null {
  const own = keyIn(providerKey);
  if (own || !settings.ok) return own;
  const { providerId } = settings.value.provider;
  const ofProvider = folders.filter(
    (other) => other.settings.ok && other.settings.value.provider.providerId === providerId,
  );
  return ofProvider.map((other) => keyIn(other.providerKey)).find((key) => key !== null) ?? null;
}

/** Returns the program in a folder, or all problems of its files and of the default texts that the program uses. */
function assembled(
  folder: ProgramFolder,
  neutral: NeutralColors,
  providerKey: JWK | null,
  textOf: (name: TextName | typeof californiaText) => Checked<Agreement>,
): Checked<Program> {
  const { settings, theme, motif } = folder;
  const servesCalifornia = settings.ok && settings.value.california !== undefined;
  const sources = textNames.map((name) => {
    const text = textOf(name);
    const noticed = name === 'share-information' && servesCalifornia;
    return { name, text: noticed ? withNotice(text, textOf(californiaText)) : text };
  });
  const texts = [...folder.texts.values(), ...sources.map(({ text }) => text)];
  const problems = [settings, theme, motif, folder.providerKey, ...texts].flatMap(problemsOf);
  if (!settings.ok || !theme.ok || !motif.ok || problems.length > 0) return failed(...problems);
  const values = agreementValues(settings.value);
  const shown = sources.flatMap(({ name, text }) =>
    text.ok ? [[name, programText(name, text.value, values)] as const] : [],
  );
  const agreements = Object.fromEntries(shown) as Record<TextName, ProgramText>;
  const resume = { ...programDefaults.resume, ...settings.value.resume };
  const filledIn = { ...programDefaults, ...settings.value, resume };
  const form = formWith(filledIn.fields);
  const copy = copyWith(defaultCopy, filledIn.words[defaultCopy.language] ?? {});
  const checked = { theme: theme.value, neutral, motif: motif.value };
  return { ok: true, value: { ...filledIn, form, copy, ...checked, agreements, providerKey } };
}

/** Returns a text with a notice below it. The returned version contains both versions, so a new notice changes the version. */
function withNotice(text: Checked<Agreement>, notice: Checked<Agreement>): Checked<Agreement> {
  if (!text.ok || !notice.ok) return failed(...problemsOf(text), ...problemsOf(notice));
  const version = `${text.value.version}-ca-${notice.value.version}`;
  if (version.length > longestVersion)
    return failed(`version ${version} of share-information with the notice for California is too long`);
  const body = `${text.value.body}\n\n## ${notice.value.title}\n\n${notice.value.body}`;
  return { ok: true, value: { ...text.value, version, body } };
}

/** Returns a text with its HTML. Section headings are h2 in disclosures (below the screen's h1) and h3 in dialogs. */
function programText(name: TextName, agreement: Agreement, values: AgreementValues): ProgramText {
  const onScreen = name === 'share-information' || name === 'affiliates';
  const html = agreementHtml(agreement, values, onScreen ? 2 : 3);
  return { ...agreement, html, sha256: sha256Of(html) };
}

/** Returns a sentence for each conflict between two programs. The sentence begins with a path of the program that comes later. */
function clashes(folders: readonly ProgramFolder[]): string[] {
  const programs = folders.flatMap(({ path, settings, providerKey }) =>
    settings.ok
      ? [{ path, file: programFiles(path).settings, settings: settings.value, key: keyIn(providerKey) }]
      : [],
  );
  return programs.flatMap(({ path, file, settings, key }, index) => {
    const { themeKey, provider } = settings;
    const { providerId } = provider;
    const earlier = programs.slice(0, index);
    const used = (what: string, uses: (other: ProgramSettings) => boolean) => {
      const owner = earlier.find((other) => uses(other.settings));
      return owner ? [`${file}: ${what} is already used in ${owner.file}`] : [];
    };
    const ofProvider = earlier.filter((other) => other.settings.provider.providerId === providerId);
    const [sameProvider] = ofProvider;
    const withKey = key && ofProvider.find((other) => other.key);
    return [
      ...hostsOf(settings).flatMap((host) =>
        used(`hosts: "${host}"`, (other) => hostsOf(other).includes(host)),
      ),
      // Two equal host names are reported above.
      ...settings.hosts.flatMap((entry) =>
        used(`hosts: "${originOf(entry)}"`, ({ hosts }) =>
          hosts.some((other) => originOf(other) === originOf(entry) && other !== entry),
        ),
      ),
      ...used(`themeKey "${themeKey}"`, (other) => other.themeKey === themeKey),
      ...(sameProvider && !isDeepStrictEqual(sameProvider.settings.provider, provider)
        ? [`${file}: provider "${providerId}" differs from the one in ${sameProvider.file}`]
        : []),
      ...(withKey && !isDeepStrictEqual(withKey.key, key)
        ? [`${path}: the key of provider "${providerId}" differs from the one in ${withKey.path}`]
        : []),
    ];
  });
}

function keyIn(providerKey: ProgramFolder['providerKey']): JWK | null {
  return providerKey.ok ? providerKey.value : null;
}
