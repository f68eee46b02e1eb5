/**
 * Creates a migrated, empty embedded store that tests copy. Creating the store takes five seconds, which is most of the time of a
 * run with a single test file. The store is therefore cached between runs until its sources change.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pino } from 'pino';
import { openDatabase } from '../../server/db/database.ts';
import { removeFolder } from './folders.ts';

const kept = resolve('node_modules/.cache/embedded-store');

/**
 * Returns the files that determine the content of a new store: the code that creates and migrates it, and the engine's version.
 */
const sources = () =>
  globSync('server/db/**/*.{ts,sql}', { exclude: ['**/*.test.ts'] })
    .concat('package-lock.json')
    .sort();

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const path of sources()) hash.update(path).update('\0').update(readFileSync(path)).update('\0');
  return hash.digest('hex').slice(0, 16);
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Returns the data folder of the template. Callers must copy it and open only the copy. */
export async function embeddedTemplate(): Promise<string> {
  const name = fingerprint();
  const template = join(kept, name);
  if (await exists(template)) return template;
  await mkdir(kept, { recursive: true });
  for (const outdated of await readdir(kept)) await removeFolder(join(kept, outdated));
  const made = await mkdtemp(join(kept, `${name}-`));
  const database = await openDatabase({ dataDir: made, log: pino({ level: 'silent' }) });
  await database.close();
  // The rename is atomic, so the cache never holds a partial template, even if this run is interrupted. The rename fails if
  // another run has already stored the same template.
  await rename(made, template).catch(() => undefined);
  return (await exists(template)) ? template : made;
}
