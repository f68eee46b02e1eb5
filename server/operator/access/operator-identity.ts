/** Identifies the caller of a command. Trusts only what the operating system knows, not arguments or environment variables. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';

export interface OperatorIdentity {
  /** The user's id. Undefined on Windows, which has no user ids. */
  readonly uid: number | undefined;
  /** The login name for the audit trail, or a text such as `user 1000` if the user id has no login name. */
  readonly name: string;
}

/** The `loginuid` of a process without a login, such as a process in a container or one that a timer started. */
const noLogin = '4294967295';

/** Returns the logged-in user's id, if known. Linux keeps it through `su` and `sudo`. Only privileged processes can change it. */
export async function loginUid(): Promise<number | undefined> {
  const text = await readFile('/proc/self/loginuid', 'utf8').catch(() => noLogin);
  return /^\d{1,10}$/.test(text.trim()) && text.trim() !== noLogin ? Number(text) : undefined;
}

/** Returns the operator who called this process: the user who logged in or, if that is unknown, the process's real user. */
export async function callingOperator(): Promise<OperatorIdentity> {
  const uid = (await loginUid()) ?? process.getuid?.();
  return uid === undefined ? { uid, name: userInfo().username } : operatorWithUid(uid);
}

export async function operatorWithUid(uid: number): Promise<OperatorIdentity> {
  return { uid, name: (await loginNameOf(uid)) ?? `user ${uid}` };
}

/** Returns a user's login name. Runs getent by its full path, without environment variables, so callers can't fake the name. */
async function loginNameOf(uid: number): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('/usr/bin/getent', ['passwd', String(uid)], { env: {} });
    return stdout.split(':')[0] || undefined;
  } catch {
    return uid === process.geteuid?.() ? userInfo().username : undefined;
  }
}
