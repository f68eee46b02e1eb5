/**
 * Records the built files, so that anyone can compare another build with them. `npm run provenance` builds the product and writes
 * `dist/provenance.json`: the commit, the hash of package-lock.json, and the SHA-256 of each built file. `-- --verify` compares the
 * files in `dist/` with that record, and `-- --verify --against <file>` compares them with a copy of the record. Both exit with 1
 * if anything differs. Two builds of the same commit produce the same files.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commitHere } from './commit.ts';

export interface Provenance {
  /** The commit, with "-changed" appended if the sources differ from that commit; null outside a repository. */
  readonly commit: string | null;
  /** Hash of package-lock.json, which states the versions and hashes of all packages. */
  readonly lockfile: string;
  /** The SHA-256 of each file in hexadecimal, by its path below `dist/`. */
  readonly files: Readonly<Record<string, string>>;
}

/** The folders of `dist/` that we ship: the renderer of the first screen, the server, and the files for browsers. */
const shipped = ['first-screen', 'server', 'web'];

const written = 'dist/provenance.json';

const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Returns the SHA-256 of each shipped file, keyed by its path below the folder. */
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

/** Returns a sentence for each difference between the recorded files and the files that exist now. */
export function differences(recorded: Provenance, present: Omit<Provenance, 'commit'>): readonly string[] {
  const names = [...new Set([...Object.keys(recorded.files), ...Object.keys(present.files)])].sort();
  const changed = names.flatMap((name) => {
    if (recorded.files[name] === present.files[name]) return [];
    if (present.files[name] === undefined) return [`${name} is missing`];
    return [`${name} ${recorded.files[name] === undefined ? 'was added' : 'was changed'}`];
  });
  return recorded.lockfile === present.lockfile ? changed : ['package-lock.json was changed', ...changed];
}

function verify(against: string): void {
  if (!existsSync(against)) {
    console.error(
      `There is no ${against}. Run npm run provenance where you build, or name a kept copy with --against.`,
    );
    process.exitCode = 1;
    return;
  }
  const recorded: Provenance = JSON.parse(readFileSync(against, 'utf8'));
  const found = differences(recorded, { lockfile: sha256('package-lock.json'), files: hashesIn('dist') });
  for (const sentence of found) console.log(sentence);
  const count = Object.keys(recorded.files).length;
  console.log(
    found.length > 0
      ? `The files differ from ${against}.`
      : `All ${count} files equal the build of ${recorded.commit}.`,
  );
  if (found.length > 0) process.exitCode = 1;
}

async function write(): Promise<void> {
  // Imports these functions only here, because a server that verifies its files does not have the packages that a build needs.
  const { buildPage, buildServer } = await import('./build.ts');
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
  else await write();
}
