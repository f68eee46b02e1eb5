/**
 * Checks at start that the folders for waiting deliveries and mails are writable. Otherwise the server would accept applications
 * that it never sends.
 */
import type { Settings } from '../config/settings.ts';
import { processUser } from '../files/private-folder.ts';
import { spoolFolder, tryToWrite } from '../files/spool.ts';
import { errorCode } from '../programs/program-folder.ts';
import type { Programs } from '../programs/programs.ts';
import { deliveriesFolder } from './directory-delivery.ts';
import { mailFolder } from './mailer.ts';
import { methodOf } from './provider-delivery.ts';

/**
 * Writes, syncs and removes a file in each folder of `DATA_DIR` that keeps deliveries or mails. Creates missing folders (0700).
 * Returns a sentence for each folder where that failed, and whether the disk is full, which no setting can fix.
 */
export async function unwritableFolders(
  settings: Pick<Settings, 'dataDir' | 'smtpUrl'>,
  { all }: Pick<Programs, 'all'>,
) {
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
    const problem = `${folder}, where ${what}, cannot be written by ${processUser()} (${code}). Set DATA_DIR to a folder that this user owns, such as /var/lib/card.`;
    return [{ problem, isFull: code === 'ENOSPC' || code === 'EDQUOT' }];
  }
}
