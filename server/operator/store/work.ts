/** Runs the `store …` commands (D35, F12). */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { readNow } from '../../db/clock.ts';
import { backUp, restoreBackup, verifyBackup } from '../../db/embedded/backup.ts';
import { BackupProblem, type Manifest } from '../../db/embedded/backup-archive.ts';
import { ownKeyFile } from '../../security/key-ring.ts';
import { positionalOf, WrongUsage } from '../call-values.ts';
import type { OperatorCall, OperatorCommand, StandaloneCommand } from '../command.ts';
import { OperatorProblem } from '../command.ts';
import { counted, lines } from '../terminal-text.ts';

/** The warning that the operator sees after every backup. */
const aboutKeys =
  'The backup does not contain the encryption keys, and is useless without them. Keep DATA_DIR/encryption-keys, or your own keys, in another place.';

const useYourOwn = 'The data is in PostgreSQL. See "Backup of PostgreSQL" in docs/operating.md.';

function rethrow(error: unknown): never {
  throw error instanceof BackupProblem ? new OperatorProblem(error.message) : error;
}

/** Returns the absolute path of the backup file in a call. @throws OperatorProblem with exit code 2 if it does not exist */
function backupNamed(call: OperatorCall): string {
  const file = resolve(positionalOf(call));
  if (!existsSync(file)) throw new OperatorProblem(`There is no file ${file}.`, 2);
  return file;
}

function contentOf({ createDateTime, schema, counts, auditHeads }: Manifest): string {
  const applications = counted(counts['application'] ?? 0, 'application');
  return lines(
    `Made        ${createDateTime}, tables ${schema}`,
    `Holds       ${applications}, ${counted(counts['document'] ?? 0, 'document')}`,
    `Audit heads ${auditHeads}`,
  );
}

function factsOf({ files, folders: _, ...manifest }: Manifest) {
  return { ...manifest, files: files.length };
}

export const storeBackup: OperatorCommand['run'] = async ({ database, settings }, { options }) => {
  if (database.copyTo === undefined) throw new OperatorProblem(useYourOwn);
  const file = String(options['out'] ?? '');
  // If a server writes the backup, a relative path would not refer to the operator's current folder.
  if (!isAbsolute(file)) throw new WrongUsage('--out must be an absolute path.');
  const from = { copyTo: database.copyTo, dataDir: settings.dataDir, at: await readNow(database) };
  const { manifest, sha256, pauseMillis } = await backUp(from, file).catch(rethrow);
  return {
    data: { file, sha256, pauseMillis, ...factsOf(manifest) },
    text: lines(
      `Backed up to ${file}`,
      contentOf(manifest),
      `SHA-256     ${sha256}`,
      `The server paused for ${pauseMillis} ms.`,
      aboutKeys,
    ),
  };
};

export const storeVerifyBackup: StandaloneCommand['runAlone'] = async (_settings, call) => {
  const file = backupNamed(call);
  const folder = join(tmpdir(), `backup-${randomUUID()}`);
  try {
    const manifest = await verifyBackup(file, folder);
    return { data: { whole: true, ...factsOf(manifest) }, text: `Intact.\n${contentOf(manifest)}` };
  } catch (error) {
    if (!(error instanceof BackupProblem)) throw error;
    return { data: { whole: false, problem: error.message }, text: error.message, exitCode: 3 };
  }
};

export const storeRestore: StandaloneCommand['runAlone'] = async (settings, call) => {
  if (settings.databaseUrl !== undefined) throw new OperatorProblem(useYourOwn);
  const dataDir = resolve(String(call.options['data-dir'] ?? ''));
  const manifest = await restoreBackup(backupNamed(call), dataDir).catch(rethrow);
  return {
    data: { dataDir, ...factsOf(manifest) },
    text: lines(
      `Restored into ${dataDir}`,
      contentOf(manifest),
      `Before you start a server there, put the encryption keys of that time in place: ${ownKeyFile(dataDir)}, or your own ENCRYPTION_KEYS.`,
    ),
  };
};
