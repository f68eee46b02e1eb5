/** `store backup`, `store verify-backup`, `store restore`: the embedded store, kept and brought back (D35, F12). */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { ownKeyFile } from '../../security/key-ring.ts';
import { backUp, restoreBackup, verifyBackup } from '../../store/embedded/backup.ts';
import { BackupProblem, type Manifest } from '../../store/embedded/backup-archive.ts';
import { WrongUsage } from '../call-values.ts';
import type { OperatorCall, OperatorCommand, OperatorResult, StandaloneCommand } from '../command.ts';
import { OperatorProblem } from '../command.ts';
import { counted } from '../terminal-text.ts';

/** Said with every backup and every restoring. */
const aboutKeys =
  'The encryption keys are not in it. Without them nobody can read it: keep DATA_DIR/encryption-keys, or your own keys, in another place.';

const useYourOwn =
  'The data is in PostgreSQL, which has tools of its own: see "Backup of PostgreSQL" in docs/operating.md.';

async function sayingWhatIsWrong<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof BackupProblem ? new OperatorProblem(error.message) : error;
  }
}

/** The path of the backup that is named; ends with 2 where none is there. */
function backupNamed({ positionals }: OperatorCall): string {
  const file = resolve(positionals[0] ?? '');
  if (!existsSync(file)) throw new OperatorProblem(`There is no file ${file}.`, 2);
  return file;
}

function contentOf({ createDateTime, schema, counts, auditHeads }: Manifest): string {
  return [
    `Made        ${createDateTime}, tables ${schema}`,
    `Holds       ${[
      counted(counts['application'] ?? 0, 'application', 'applications'),
      counted(counts['document'] ?? 0, 'document', 'documents'),
    ].join(', ')}`,
    `Audit heads ${auditHeads}`,
  ].join('\n');
}

function factsOf({ files, folders: _, ...manifest }: Manifest) {
  return { ...manifest, files: files.length };
}

export const storeBackupCommand: OperatorCommand = {
  name: 'store backup',
  about: 'Backs the embedded store up to one file while the server serves. Encryption keys are not in it.',
  positionals: [],
  options: {
    out: { type: 'string', value: 'FILE', required: true, about: 'New file, by its whole path' },
  },
  examples: [['store backup --out /backups/2026-11-21.tar.gz', 'backs everything up but the keys']],
  run: async ({ database, settings, now }, { options }) => {
    if (database.copyTo === undefined) throw new OperatorProblem(useYourOwn);
    const file = String(options['out'] ?? '');
    // The server that holds the store writes it, and knows nothing of the folder in which it was asked for.
    if (!isAbsolute(file)) throw new WrongUsage('--out must be the whole path of the file, from the root.');
    const backup = await sayingWhatIsWrong(
      backUp({ copyTo: database.copyTo, dataDir: settings.dataDir, now }, file),
    );
    const { manifest, sha256, pauseMillis } = backup;
    return {
      data: { file, sha256, pauseMillis, ...factsOf(manifest) },
      text: [
        `Backed up to ${file}`,
        contentOf(manifest),
        `SHA-256     ${sha256}`,
        `The server paused for ${pauseMillis} ms.`,
        aboutKeys,
      ].join('\n'),
    };
  },
};

export const storeVerifyBackupCommand: StandaloneCommand = {
  name: 'store verify-backup',
  about: 'Tries a backup: unpacks it, checks every file, opens the database and compares what it holds.',
  positionals: ['FILE'],
  options: {},
  examples: [['store verify-backup /backups/2026-11-21.tar.gz', 'says whether it could be restored']],
  runAlone: async (_settings, call) => {
    const file = backupNamed(call);
    const folder = join(tmpdir(), `backup-${randomUUID()}`);
    try {
      const manifest = await verifyBackup(file, folder);
      return { data: { whole: true, ...factsOf(manifest) }, text: `Whole.\n${contentOf(manifest)}` };
    } catch (error) {
      if (!(error instanceof BackupProblem)) throw error;
      return { data: { whole: false, problem: error.message }, text: error.message, exitCode: 3 };
    }
  },
};

export const storeRestoreCommand: StandaloneCommand = {
  name: 'store restore',
  about: 'Restores a backup into an empty folder and checks it. Start a server there with DATA_DIR.',
  positionals: ['FILE'],
  options: {
    'data-dir': { type: 'string', value: 'FOLDER', required: true, about: 'Empty or new folder' },
  },
  examples: [
    ['store restore /backups/2026-11-21.tar.gz --data-dir /srv/card', 'restores everything but the keys'],
  ],
  runAlone: async (settings, call) => {
    if (settings.databaseUrl !== undefined) throw new OperatorProblem(useYourOwn);
    return restore(call);
  },
};

async function restore(call: OperatorCall): Promise<OperatorResult> {
  const dataDir = resolve(String(call.options['data-dir'] ?? ''));
  const manifest = await sayingWhatIsWrong(restoreBackup(backupNamed(call), dataDir));
  return {
    data: { dataDir, ...factsOf(manifest) },
    text: [
      `Restored into ${dataDir}`,
      contentOf(manifest),
      `Before you start a server there, put the encryption keys of that time in place: ${ownKeyFile(dataDir)}, or your own ENCRYPTION_KEYS.`,
    ].join('\n'),
  };
}
