/**
 * Proves to a server who calls it through its socket. Node does not tell who is at the other end, so the server names a
 * file, and the caller makes it: who owns it is the caller, as the kernel has it.
 *
 * The file holds its own name, which is drawn at random and told to this caller alone, and nobody but its owner may write
 * it. So somebody else's file does not do, however it came there: as a hard link, a symbolic link, or renamed from
 * another folder. Nor does one of a file system mounted over it, which may claim any owner.
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorProblem } from '../command.ts';
import { loginUid } from './operator-identity.ts';

/** What the server tells a caller: the file to make, and a secret by which its call names it. */
export interface ProofWanted {
  readonly name: string;
  readonly token: string;
}

/** Random bytes of a name and of a token. */
const secretBytes = 16;

const nameForm = /^[0-9a-f]{32}$/;

/** How long a caller may take, in milliseconds. */
const proofMillis = 30_000;

/** How many callers may be about to prove who they are; beyond them the oldest must ask again. */
const mostWanted = 100;

/** Everybody reads the file, the server too; its owner alone may write it. */
const proofMode = 0o644;

/**
 * Whoever may write into the folder of a shared socket could put a socket of their own in its place, and pass on as
 * theirs what others call and prove there.
 * @throws OperatorProblem for such a folder
 */
export async function checkFolderOf(socketPath: string): Promise<void> {
  const folder = dirname(socketPath);
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new OperatorProblem(`There is no folder ${folder}.`);
  if ((found.mode & 0o022) !== 0)
    throw new OperatorProblem(`Others may write into ${folder}, the folder of OPERATOR_SOCKET (chmod go-w).`);
}

/** The folder for the files, next to the socket. */
export function proofFolder(socketPath: string): string {
  return `${socketPath}.proofs`;
}

export interface Proofs {
  readonly want: () => ProofWanted;
  /** The user id of who made the file of this token, which is of no more use then; undefined where none was made so. */
  readonly proved: (token: string) => Promise<number | undefined>;
  readonly close: () => Promise<void>;
}

/** Makes the folder. `shared`: for every user of the machine, who can put files there and neither list nor remove them. */
export async function openProofs(
  socketPath: string,
  { shared }: { readonly shared: boolean },
): Promise<Proofs> {
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
    const name = randomBytes(secretBytes).toString('hex');
    const token = randomBytes(secretBytes).toString('hex');
    wanted.set(token, { name, until: performance.now() + proofMillis });
    return { name, token };
  }

  async function proved(token: string): Promise<number | undefined> {
    const found = wanted.get(token);
    wanted.delete(token);
    if (!found || performance.now() > found.until) return undefined;
    const path = join(folder, found.name);
    try {
      // Without waiting for the other end of a pipe.
      const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      try {
        return await ownerOf(file, found.name, dev);
      } finally {
        await file.close();
      }
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
 * Makes the file that the server at this socket wants. Root proves who logged in as root: it could give the file to
 * anybody.
 * @throws the error of the disk
 */
export async function makeProof(socketPath: string, { name }: ProofWanted): Promise<void> {
  if (!nameForm.test(name)) throw new Error('The server asks for a file of another kind.');
  const file = await open(join(proofFolder(socketPath), name), 'wx', proofMode);
  try {
    await file.writeFile(name);
    // Whatever the umask.
    await file.chmod(proofMode);
    const person = process.geteuid?.() === 0 ? await loginUid() : undefined;
    if (person !== undefined) await file.chown(person, (await file.stat()).gid);
  } finally {
    await file.close();
  }
}
