import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { JWK } from 'jose';
import { agreementKeys } from '../../form/fields/application-state.ts';
import { type Checked, failed, unless } from '../config/checked.ts';
import { type Agreement, agreementProblems, californiaText, parseAgreement } from './agreement-text.ts';
import { drawingProblems, namesProblems } from './drawing-problems.ts';
import { checkMotif, shippedMotif } from './motif.ts';
import { checkProgramSettings, type ProgramSettings } from './program-settings.ts';
import { parseProviderKey, providerKeyFiles } from './provider-key.ts';
import { checkTheme, type NeutralColors, type Theme } from './theme.ts';

/** The names of a program's texts, in order: the four agreements, then the disclosures of the share-information screen. */
export const textNames = [...agreementKeys, 'share-information', 'affiliates'] as const;
export type TextName = (typeof textNames)[number];

export type ProgramFolder = Awaited<ReturnType<typeof readProgramFolder>>;

/** Returns the paths of the files in a program's folder, except the provider's key (`providerKeyFiles`). */
export function programFiles(folder: string) {
  const texts = join(folder, 'agreements');
  return {
    settings: join(folder, 'program.json'),
    theme: join(folder, 'theme.json'),
    motif: join(folder, 'motif.svg'),
    texts,
    text: (name: string) => join(texts, `${name}.md`),
  };
}

/** Reads and checks the files of a program's folder. Returns the content or all problems of each file. Never throws. */
export async function readProgramFolder(path: string, neutral: NeutralColors) {
  const files = programFiles(path);
  const [settings, theme, texts, providerKey] = await Promise.all([
    readJson(files.settings, (value) => checkSettings(path, value)),
    readJson(files.theme, (value) => checkTheme(value, neutral)),
    readTexts(files.texts),
    readProviderKey(path),
  ]);
  return { path, settings, theme, motif: await readMotif(files.motif, theme), texts, providerKey };
}

/** Reads and checks a JSON file. Never throws. Each problem begins with the file's path. */
function readJson<T>(
  file: string,
  check: (value: unknown) => Checked<T> | Promise<Checked<T>>,
): Promise<Checked<T>> {
  return readChecked(file, (source) => {
    let value: unknown;
    try {
      value = JSON.parse(source);
    } catch (error) {
      return failed(`is not JSON: ${messageOf(error)}`);
    }
    return check(value);
  });
}

/** Returns the code of a system error, such as ENOENT, or "unknown cause" for any other error. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown cause';
}

/** Checks the settings in a program's folder. Also checks that PDFs can show every letter of the names in the settings. */
async function checkSettings(folder: string, value: unknown): Promise<Checked<ProgramSettings>> {
  const settings = checkProgramSettings(value);
  if (!settings.ok) return settings;
  const { domainKey, name, provider, termsUrl } = settings.value;
  if (domainKey !== basename(folder))
    return failed(`domainKey must be "${basename(folder)}", the name of the folder`);
  const names = [name, provider.name, provider.fullName, termsUrl];
  return unless([...(await namesProblems(names))], settings.value);
}

/** Returns the motif as SVG elements, or its problems. Returns '' if the theme is invalid: its problems are in `theme`. */
async function readMotif(file: string, theme: Checked<Theme>): Promise<Checked<string>> {
  if (!theme.ok) return { ok: true, value: '' };
  const { motif, angle, ground, tone, spark } = theme.value.card;
  if (motif === 'own') return readChecked(file, (source) => checkMotif(source, { ground, tone, spark }));
  if (existsSync(file)) return failed(`${file}: is used only if theme.json has the motif "own"`);
  return { ok: true, value: shippedMotif(motif, angle) };
}

async function readProviderKey(folder: string): Promise<Checked<JWK | null>> {
  const files = providerKeyFiles.map((name) => join(folder, name)).filter((file) => existsSync(file));
  const [file, second] = files;
  if (second !== undefined) return failed(`${second}: ${file} already has a key`);
  return file === undefined ? { ok: true, value: null } : readChecked(file, parseProviderKey);
}

/** Returns all texts of a folder, keyed by name. Reports unknown names, because they may be misspelled. */
async function readTexts(folder: string): Promise<Map<string, Checked<Agreement>>> {
  const files = await textFiles(folder);
  if (!files.ok) return new Map([['', files]]);
  const texts = files.value.map(async (file) => {
    const name = basename(file, '.md');
    return [name, await readChecked(file, (source) => checkText(name, source))] as const;
  });
  return new Map(await Promise.all(texts));
}

async function textFiles(folder: string): Promise<Checked<string[]>> {
  try {
    const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
    return { ok: true, value: names.sort().map((name) => join(folder, name)) };
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOENT' ? { ok: true, value: [] } : failed(`${folder}: cannot be read: ${code}`);
  }
}

async function checkText(name: string, source: string): Promise<Checked<Agreement>> {
  const known: readonly string[] = [...textNames, californiaText];
  if (!known.includes(name)) return failed(`has none of the names ${known.join(', ')}`);
  try {
    const agreement = parseAgreement(source);
    const problems = agreementProblems(agreement, name);
    return unless([...problems, ...(await drawingProblems(source, agreement))], agreement);
  } catch (error) {
    return failed(messageOf(error));
  }
}

/** Reads and checks a UTF-8 file. Never throws. Each problem begins with the file's path. */
export async function readChecked<T>(
  file: string,
  check: (source: string) => Checked<T> | Promise<Checked<T>>,
): Promise<Checked<T>> {
  const checked = await readFile(file).then(
    (bytes) => (isUtf8(bytes) ? check(bytes.toString('utf8')) : failed('is not UTF-8')),
    (error) => failed(errorCode(error) === 'ENOENT' ? 'is missing' : `cannot be read: ${errorCode(error)}`),
  );
  return checked.ok ? checked : failed(...checked.problems.map((problem) => `${file}: ${problem}`));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error);
}
