/** Identifies the caller of a command by the operating system, never by the environment or the caller's claim. */
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

/** The `loginuid` of a process without a login, such as in a container or of a timer. */
const nobodyLoggedIn = '4294967295';

/**
 * Returns the user id of the login, which Linux keeps through `su` and `sudo` and only a privileged process can change. Returns
 * undefined without a login, or on a system that does not keep it.
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
 * Asks getent, which also knows the users of a directory service. Its path is absolute and its environment empty, because the
 * caller may have chosen both.
 */
async function loginNameOf(uid: number): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('/usr/bin/getent', ['passwd', String(uid)], { env: {} });
    return stdout.split(':')[0] || undefined;
  } catch {
    return uid === process.geteuid?.() ? userInfo().username : undefined;
  }
}
