/** Checks that what waits for a provider or a mail server can be written: else it is accepted, and never sent. */
import type { Settings } from '../config/settings.ts';
import { processUser } from '../files/private-folder.ts';
import { spoolFolder, tryToWrite } from '../files/spool.ts';
import { errorCode } from '../programs/program-folder.ts';
import type { Programs } from '../programs/programs.ts';
import { deliveriesFolder } from './directory-delivery.ts';
import { mailFolder } from './mailer.ts';
import { methodOf } from './provider-delivery.ts';

/** A folder that the user of this process cannot write to. */
export interface UnwritableFolder {
  /** One sentence: which folder, why, and what to set. */
  readonly problem: string;
  /** Whether the disk is full, which no setting changes and which may pass. */
  readonly isFull: boolean;
}

/**
 * Writes, syncs and removes a file in each folder of `DATA_DIR` in which deliveries and mails are kept under these settings.
 * Makes those that are missing (0700). Returns the folders where that failed.
 */
export async function unwritableFolders(
  settings: Pick<Settings, 'dataDir' | 'smtpUrl'>,
  { all }: Pick<Programs, 'all'>,
): Promise<readonly UnwritableFolder[]> {
  const { dataDir, smtpUrl } = settings;
  const folders = [
    { what: 'deliveries wait for their provider', folder: spoolFolder(dataDir) },
    ...(all.some(({ provider }) => methodOf(provider) === 'directory')
      ? [{ what: 'deliveries are kept as files', folder: deliveriesFolder(dataDir) }]
      : []),
    ...(smtpUrl === undefined ? [{ what: 'mails are kept as files', folder: mailFolder(dataDir) }] : []),
  ];
  const tried = await Promise.all(folders.map(problemOf));
  return tried.flat();
}

async function problemOf({ what, folder }: { readonly what: string; readonly folder: string }) {
  try {
    await tryToWrite(folder);
    return [];
  } catch (error) {
    const code = errorCode(error);
    const problem = `${folder}, where ${what}, cannot be written by ${processUser()} (${code}). Set DATA_DIR to a folder of that user, such as /var/lib/card.`;
    return [{ problem, isFull: code === 'ENOSPC' || code === 'EDQUOT' }];
  }
}
