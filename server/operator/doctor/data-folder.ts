/** Finds out whether the server's user can write to the data folder. */
import { stat } from 'node:fs/promises';
import { unwritableFolders } from '../../delivery/delivery-setup.ts';
import { errorCode } from '../../programs/program-folder.ts';
import type { OperatorContext } from '../command.ts';

export type DataFolderFacts =
  /** One sentence for each folder that the server's user cannot write to. */
  | { readonly problems: readonly string[] }
  /** The path of `DATA_DIR`, if that folder does not exist. */
  | { readonly missing: string }
  /** True if this process runs neither as the server's user nor as root, so it cannot try to write. */
  | { readonly isHidden: true };

/**
 * Tries to write to the data folder as the server's user. In an operator's process, that user is assumed to be the owner of the
 * folder.
 */
export async function dataFolderFacts(context: OperatorContext): Promise<DataFolderFacts> {
  const { settings, programs, isOperatorProcess } = context;
  const tryFolders = async () => ({
    problems: (await unwritableFolders(settings, programs)).map(({ problem }) => problem),
  });
  if (!isOperatorProcess) return tryFolders();
  const found = await stat(settings.dataDir).catch(errorCode);
  // A missing folder is not created here, because this process's user would own it, and the server could not write to it.
  if (found === 'ENOENT') return { missing: settings.dataDir };
  if (typeof found === 'string') return { isHidden: true };
  const user = process.geteuid?.() ?? found.uid;
  if (user === found.uid) return tryFolders();
  return user === 0 ? asUser(found, tryFolders) : { isHidden: true };
}

/** Runs work with a user's permissions. They apply to the whole process until the work ends. Only root may call this. */
async function asUser<Result>(
  { uid, gid }: { readonly uid: number; readonly gid: number },
  work: () => Promise<Result>,
): Promise<Result> {
  const { groups, group } = { groups: process.getgroups?.() ?? [], group: process.getegid?.() ?? 0 };
  process.setgroups?.([gid]);
  process.setegid?.(gid);
  process.seteuid?.(uid);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(group);
    process.setgroups?.(groups);
  }
}
