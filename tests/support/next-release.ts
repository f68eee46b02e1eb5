/** Creates a fictitious next release, which is a copy of the sources with typical changes, for tests of rolling updates. */
import { execFile } from 'node:child_process';
import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../server/files/project-files.ts';

/** Folders to leave out of the copy, because the build does not read them. */
const leftOut = ['.git', 'data', 'dist', 'docs', 'node_modules', 'screens', 'test-results', 'tests'];

const nextMigration = '990-next-release';
const nextVersion = '2027-01-01';

/**
 * Creates the next release in a folder that does not exist yet. The release has different page files, one more migration, and a
 * new version of each agreement text.
 */
export async function makeNextRelease(folder: string): Promise<void> {
  for (const name of await readdir(projectRoot))
    if (!leftOut.includes(name)) await cp(join(projectRoot, name), join(folder, name), { recursive: true });
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));

  const change = async (file: string, how: (text: string) => string) => {
    const path = join(folder, file);
    const text = await readFile(path, 'utf8');
    const changed = how(text);
    if (changed === text) throw new Error(`${file} does not contain the text that the next release changes.`);
    await writeFile(path, changed);
  };
  await change('copy/en/page.ts', (text) => text.replace('Talk to a person', 'Talk to someone'));
  await change('server/db/migrate.ts', (text) =>
    text.replace(
      /( {2}\{ name: '([^']+)'[^\n]*\},\n)(\];)/,
      (_, last, newest, end) => `${last}  { name: '${nextMigration}', worksWith: '${newest}' },\n${end}`,
    ),
  );
  await writeFile(
    join(folder, `server/db/migrations/${nextMigration}.sql`),
    'alter table application add column note text;\ncreate index application_by_note on application (note);\n',
  );
  const texts = 'programs/default/agreements';
  for (const name of await readdir(join(folder, texts)))
    await change(join(texts, name), (text) =>
      text.replace(/^version: .*$/m, `version: ${nextVersion}`).replace(/\n*$/, '\n\nOne sentence more.\n'),
    );
  await promisify(execFile)(process.execPath, ['scripts/build.ts'], { cwd: folder });
}
