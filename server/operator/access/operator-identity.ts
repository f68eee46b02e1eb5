/**
 * Identifies the caller of a command by what the operating system knows, never by environment variables or the caller's own
 * claim.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';

export interface OperatorIdentity {
  /** Undefined on Windows, which has no user ids. */
  readonly uid: number | undefined;
  /** The login name for the audit trail; `user 1000` for a user without one. */
  readonly name: string;
}

/** The `loginuid` of a process that no user's login started, such as one in a container or one that a timer started. */
const nobodyLoggedIn = '4294967295';

/**
 * Returns the id of the user who logged in. Linux preserves it through `su` and `sudo`, and only a privileged process can change
 * it. Returns undefined without a login, or on a system that does not record it.
 */
export async function loginUid(): Promise<number | undefined> {
  const text = await readFile('/proc/self/loginuid', 'utf8').catch(() => nobodyLoggedIn);
  return /^\d{1,10}$/.test(text.trim()) && text.trim() !== nobodyLoggedIn ? Number(text) : undefined;
}

/** Returns the caller of this process: the user who logged in, or else the process's real user. */
export async function callingOperator(): Promise<OperatorIdentity> {
  const uid = (await loginUid()) ?? process.getuid?.();
  return uid === undefined ? { uid, name: userInfo().username } : operatorWithUid(uid);
}

export async function operatorWithUid(uid: number): Promise<OperatorIdentity> {
  return { uid, name: (await loginNameOf(uid)) ?? `user ${uid}` };
}

/**
 * Returns the login name of a user. Asks getent, which also knows the users of a directory service. Calls it by an absolute path
 * and with an empty environment, because the caller may have manipulated PATH and other variables.
 */
async function loginNameOf(uid: number): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('/usr/bin/getent', ['passwd', String(uid)], { env: {} });
    return stdout.split(':')[0] || undefined;
  } catch {
    return uid === process.geteuid?.() ? userInfo().username : undefined;
  }
}
