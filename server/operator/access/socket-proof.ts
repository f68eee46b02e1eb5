/**
 * Proves a caller's identity to the server behind a socket. Node does not reveal which user is at the other end of a socket.
 * Therefore the server chooses a file name, the caller creates the file, and the kernel records the caller as the file's owner.
 *
 * The file must contain its own random name, which only this caller knows, and only the file's owner may have write permission.
 * So callers cannot pass off another user's file as their own by linking to it or moving it. The server also rejects a file on a
 * file system that was mounted over the folder, because such a file system could report any owner.
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorProblem } from '../command.ts';
import type { ProofWanted } from '../operator-protocol.ts';
import { loginUid } from './operator-identity.ts';

/** Returns a random file name or token. */
const newSecret = () => randomBytes(16).toString('hex');
const nameForm = /^[0-9a-f]{32}$/;

/** Time in milliseconds within which a caller must create its proof file and send the call. */
const proofMillis = 30_000;

/** Maximum number of unused tokens for proof files. When the server issues one more, the oldest token becomes invalid. */
const mostWanted = 100;

/** The permissions of a proof file: everyone can read it, including the server, but only its owner can write it. */
const proofMode = 0o644;

/**
 * Throws OperatorProblem if a shared socket's folder does not exist, or if users other than its owner may write to it. Such a
 * user could replace the socket, receive callers' proofs, and make calls in their names.
 */
export async function checkFolderOf(socketPath: string): Promise<void> {
  const folder = dirname(socketPath);
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new OperatorProblem(`There is no folder ${folder}.`);
  if ((found.mode & 0o022) !== 0)
    throw new OperatorProblem(`Others may write into ${folder}, the folder of OPERATOR_SOCKET (chmod go-w).`);
}

/** Returns the path of the folder for the proof files, next to the socket. */
export function proofFolder(socketPath: string): string {
  return `${socketPath}.proofs`;
}

export type Proofs = Awaited<ReturnType<typeof openProofs>>;

/** Creates the folder for proof files. If `shared`, all users can create files in it, but not list or remove others' files. */
export async function openProofs(socketPath: string, { shared }: { readonly shared: boolean }) {
  const folder = proofFolder(socketPath);
  const removed = () => rm(folder, { recursive: true, force: true });
  await removed();
  await mkdir(folder, { mode: 0o700 });
  if (shared) await chmod(folder, 0o1733);
  const { dev } = await stat(folder);
  const wanted = new Map<string, { readonly name: string; readonly until: number }>();

  function want(): ProofWanted {
    const [oldest] = wanted.size < mostWanted ? [] : wanted.keys();
    if (oldest !== undefined) wanted.delete(oldest);
    const [name, token] = [newSecret(), newSecret()];
    wanted.set(token, { name, until: performance.now() + proofMillis });
    return { name, token };
  }

  /** Returns the user id of the owner of a token's file, or undefined if there is no valid file. A token works only once. */
  async function proved(token: string): Promise<number | undefined> {
    const found = wanted.get(token);
    wanted.delete(token);
    if (!found || performance.now() > found.until) return undefined;
    const path = join(folder, found.name);
    try {
      // Without O_NONBLOCK, opening a named pipe would wait until someone opens its other end for writing.
      await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      return await ownerOf(file, found.name, dev);
    } catch {
      return undefined;
    } finally {
      await rm(path, { force: true, recursive: true });
    }
  }

  return { want, proved, close: removed };
}

async function ownerOf(file: FileHandle, name: string, dev: number): Promise<number | undefined> {
  const found = await file.stat();
  const isOwn =
    found.isFile() && found.nlink === 1 && found.dev === dev && (found.mode & 0o7777) === proofMode;
  if (!isOwn || found.size !== name.length) return undefined;
  return (await file.readFile('utf8')) === name ? found.uid : undefined;
}

/**
 * Creates the file that the server behind this socket requires. If this process runs as root, gives the file to the logged-in
 * user, so the server attributes the call to that user.
 */
export async function makeProof(socketPath: string, { name }: ProofWanted): Promise<void> {
  if (!nameForm.test(name)) throw new Error('The server requires another kind of file.');
  await using file = await open(join(proofFolder(socketPath), name), 'wx', proofMode);
  await file.writeFile(name);
  // The umask may have removed permissions when the file was created.
  await file.chmod(proofMode);
  const person = process.geteuid?.() === 0 ? await loginUid() : undefined;
  if (person !== undefined) await file.chown(person, (await file.stat()).gid);
}
