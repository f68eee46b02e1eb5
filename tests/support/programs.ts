/** Creates folders of programs for tests, both valid and invalid. */
import { generateKeyPairSync } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { loadPrograms, type Programs } from '../../server/programs/programs.ts';

const shippedFolder = fileURLToPath(new URL('../../programs', import.meta.url));

/** Returns a new key pair of a provider, in the formats that a folder of programs can contain. */
export function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
  return {
    pem: String(publicKey.export({ type: 'spki', format: 'pem' })),
    jwk: publicKey.export({ format: 'jwk' }),
    privatePem: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

/** Returns the programs in a folder, by default the shipped one. Throws if the folder is invalid. */
export async function loaded(folder = shippedFolder): Promise<Programs> {
  const result = await loadPrograms(folder);
  if (!result.ok) throw new Error(result.problems.join('\n'));
  return result.programs;
}

/** Copies the shipped programs and returns the folder of the copy, which is removed after the test. */
export async function folderCopy(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'programs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(shippedFolder, folder, { recursive: true });
  return folder;
}

/** Writes a file in a folder of programs. */
export async function put(folder: string, file: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), content);
}

/** Sets top-level entries of a JSON file. */
export async function change(folder: string, file: string, entries: Record<string, unknown>): Promise<void> {
  const before = JSON.parse(await readFile(join(folder, file), 'utf8'));
  await put(folder, file, JSON.stringify({ ...before, ...entries }));
}

/**
 * Returns the problems that the server reports when it loads a folder of programs. File paths in them are relative to the folder.
 */
export async function problems(folder: string): Promise<string[]> {
  const result = await loadPrograms(folder);
  return result.ok ? [] : result.problems.map((problem) => problem.replaceAll(`${folder}/`, ''));
}

/** Returns the text of a shipped file as a bank might change it, with real addresses and figures. */
export function withoutSamples(text: string): string {
  return text
    .replaceAll('SAMPLE TEXT', 'TEXT')
    .replaceAll('Sample figure', 'Figure')
    .replaceAll('100 Example Street, Sampletown', '1 Market Street, Wilmington')
    .replaceAll('bank.example', 'bank.test-bank.com')
    .replaceAll('quillbrook.example', 'quillbrook-bank.com')
    .replaceAll('cards.example.com', 'cards.quillbrook-bank.com')
    .replaceAll('1-800-555-0199', '1-800-555-2368');
}
