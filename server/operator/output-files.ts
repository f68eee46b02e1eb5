/** Writes a command's files, which only the operator can read (permissions 0600), or writes a single file to stdout. */
import { existsSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createFileOnce, replaceFile } from '../files/durable-file.ts';
import { errorCode } from '../programs/program-folder.ts';
import { type OperatorFile, OperatorProblem } from './command.ts';
import type { Frame } from './command-line.ts';

/** The path to which files are written, and whether existing files may be overwritten. */
type Output = Pick<Frame, 'out' | 'force'>;

/** The value of `--out` that means stdout. */
export const standardOutput = '-';

/** Checks that `--out` can be written. Call it before the command runs. @throws OperatorProblem */
export function checkOutput({ out, force }: Output): void {
  if (out === undefined || out === standardOutput || isFolder(out)) return;
  if (existsSync(out) && !force) throw alreadyThere(out);
  if (!isFolder(dirname(out)) && !out.endsWith('/'))
    throw new OperatorProblem(`There is no folder ${dirname(out)}.`);
}

/**
 * Writes files into the folder `out` (by default the current folder), or writes a single file to the path `out` or to stdout.
 * Returns the paths. A file gets its name only when it is complete. Without `force`, writes nothing if any file already exists.
 */
export async function writeOutput(files: readonly OperatorFile[], { out = '.', force }: Output) {
  if (out === standardOutput) {
    await print(files);
    return [];
  }
  const isOneFile = files.length === 1 && !isFolder(out) && !out.endsWith('/');
  const placed = files.map((file) => ({ ...file, path: isOneFile ? out : join(out, basename(file.name)) }));
  const taken = placed.find(({ path }) => existsSync(path));
  if (taken && !force) throw alreadyThere(taken.path);
  if (!isOneFile && existsSync(out) && !isFolder(out))
    throw new OperatorProblem(`There are ${files.length} files, and ${out} is not a folder.`);
  if (!isOneFile)
    await mkdir(out, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw cannotBeWritten(out, error);
    });
  for (const { content, path } of placed) await write(path, content, force);
  return placed.map(({ path }) => path);
}

/** Writes a file. Throws OperatorProblem if it exists (unless `force`) or can't be written. Rethrows errors of `content`. */
async function write(path: string, content: OperatorFile['content'], force: boolean): Promise<void> {
  let ofContent: unknown;
  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* content();
    } catch (error) {
      ofContent = error;
      throw error;
    }
  }
  try {
    if (force) await replaceFile(path, watched());
    else if (!(await createFileOnce(path, watched()))) throw alreadyThere(path);
  } catch (error) {
    if (error === ofContent || error instanceof OperatorProblem) throw error;
    throw cannotBeWritten(path, error);
  }
}

/** Thrown when the reader of stdout has closed the pipe, as `head` does. */
export class ReaderGone extends OperatorProblem {
  constructor() {
    super('The program that read the output has closed the pipe.');
  }
}

async function print(files: readonly OperatorFile[]): Promise<void> {
  const [file, ...more] = files;
  if (more.length > 0)
    throw new OperatorProblem(`There are ${files.length} files: name a folder with --out.`);
  if (!file) return;
  for await (const piece of file.content())
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(piece, (error: NodeJS.ErrnoException | null | undefined) => {
        if (!error) resolve();
        else reject(error.code === 'EPIPE' ? new ReaderGone() : cannotBeWritten('stdout', error));
      });
    });
}

function cannotBeWritten(what: string, error: unknown): OperatorProblem {
  return new OperatorProblem(`${what} cannot be written (${errorCode(error)}).`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function alreadyThere(path: string): OperatorProblem {
  return new OperatorProblem(`${path} already exists; --force overwrites it.`);
}
