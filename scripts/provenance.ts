/**
 * What we ship, to be compared elsewhere: the commit, the hash of package-lock.json, and the SHA-256 of each file that the
 * server runs or serves. `npm run provenance` builds and writes it to `dist/provenance.json`; `-- --verify` compares the
 * files in `dist/` with it, or with a copy kept elsewhere, `-- --verify --against <file>`, and exits with 1 where
 * anything differs. Two builds of one commit give the same files.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPage, buildServer } from './build.ts';
import { commitHere } from './commit.ts';

export interface Provenance {
  /** With "-changed" where the sources are not those of the commit; null outside of a repository. */
  readonly commit: string | null;
  /** The versions and hashes of all packages hang on it. */
  readonly lockfile: string;
  /** SHA-256 in hexadecimal, by the path below `dist/`. */
  readonly files: Readonly<Record<string, string>>;
}

/** The parts of `dist/` that are shipped: what the browser gets, what renders the first screen, the server. */
const shipped = ['first-screen', 'server', 'web'];

const written = 'dist/provenance.json';

const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** The SHA-256 of each file that is shipped, by its path below the folder. */
export function hashesIn(folder: string): Readonly<Record<string, string>> {
  const paths = shipped
    .filter((part) => existsSync(join(folder, part)))
    .flatMap((part) =>
      readdirSync(join(folder, part), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    );
  const nameOf = (path: string) => path.slice(folder.length + 1).replaceAll('\\', '/');
  return Object.fromEntries(paths.map((path) => [nameOf(path), sha256(path)] as const).sort());
}

/** How what is there differs from what was said to be, one sentence each. */
export function differences(said: Provenance, there: Omit<Provenance, 'commit'>): readonly string[] {
  const names = [...new Set([...Object.keys(said.files), ...Object.keys(there.files)])].sort();
  const changed = names.flatMap((name) => {
    if (said.files[name] === there.files[name]) return [];
    if (there.files[name] === undefined) return [`${name} is missing`];
    return [`${name} ${said.files[name] === undefined ? 'is not part of it' : 'was changed'}`];
  });
  return said.lockfile === there.lockfile ? changed : ['package-lock.json is another one', ...changed];
}

function verify(against: string): void {
  const said: Provenance = JSON.parse(readFileSync(against, 'utf8'));
  const found = differences(said, { lockfile: sha256('package-lock.json'), files: hashesIn('dist') });
  for (const sentence of found) console.log(sentence);
  const count = Object.keys(said.files).length;
  console.log(
    found.length > 0 ? `Not as ${against} says.` : `${count} files, all as built from ${said.commit}.`,
  );
  if (found.length > 0) process.exitCode = 1;
}

function write(): void {
  buildPage();
  buildServer();
  const made: Provenance = {
    commit: commitHere() ?? null,
    lockfile: sha256('package-lock.json'),
    files: hashesIn('dist'),
  };
  writeFileSync(written, `${JSON.stringify(made, null, 2)}\n`);
  console.log(
    `${written}: ${Object.keys(made.files).length} files of ${made.commit}, SHA-256 ${sha256(written)}`,
  );
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { verify: { type: 'boolean', default: false }, against: { type: 'string', default: written } },
  });
  if (values.verify) verify(values.against);
  else write();
}
