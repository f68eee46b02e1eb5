/** Identifies the caller of a command by the operating system, never by the environment or the caller's own word. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';

export interface OperatorIdentity {
  /** Undefined on Windows, which has no such numbers. */
  readonly uid: number | undefined;
  /** The login name for the audit trail; `user 1000` for a user without one. */
  readonly name: string;
}

/** The `loginuid` of a process without a login, such as in a container or of a timer. */
const nobodyLoggedIn = '4294967295';

/**
 * The user who logged in, whom Linux keeps over `su` and `sudo` and of whom a process without privileges cannot rid
 * itself; undefined where nobody logged in, or this system keeps none.
 */
export async function loginUid(): Promise<number | undefined> {
  const text = await readFile('/proc/self/loginuid', 'utf8').catch(() => nobodyLoggedIn);
  return /^\d{1,10}$/.test(text.trim()) && text.trim() !== nobodyLoggedIn ? Number(text) : undefined;
}

/** Who called this process: who logged in, or else its real user. */
export async function callingOperator(): Promise<OperatorIdentity> {
  const uid = (await loginUid()) ?? process.getuid?.();
  return uid === undefined ? { uid, name: userInfo().username } : operatorWithUid(uid);
}

/** The operator with this user id. */
export async function operatorWithUid(uid: number): Promise<OperatorIdentity> {
  return { uid, name: (await loginNameOf(uid)) ?? `user ${uid}` };
}

/**
 * By an absolute path and without an environment, either of which the caller may have chosen. It knows the users of a
 * directory service too, which are not in /etc/passwd.
 */
async function loginNameOf(uid: number): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('/usr/bin/getent', ['passwd', String(uid)], { env: {} });
    return stdout.split(':')[0] || undefined;
  } catch {
    return uid === process.geteuid?.() ? userInfo().username : undefined;
  }
}
