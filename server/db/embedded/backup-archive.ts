/** Reads and writes backups: gzipped tar archives that begin with a manifest of all folders, files and hashes. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { StoreFacts } from '../queries/store-facts.ts';

const manifestName = 'manifest.json';

/** A path within an archive. It must be in one of the backup's folders and must not contain `..`. */
const path = Type.String({ pattern: String.raw`^(database|deliveries|mail)(/(?!\.{1,2}(/|$))[\w.-]+)*$` });
const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

const manifestSchema = Type.Object({
  /** The version of the archive format. Every incompatible change must increase it. */
  version: Type.Literal(1),
  createDateTime: Type.String(),
  schema: Type.String(),
  counts: Type.Record(Type.String(), Type.Integer()),
  auditHeads: sha256,
  folders: Type.Array(path),
  files: Type.Array(Type.Object({ path, size: Type.Integer({ minimum: 0 }), sha256 })),
});

/** The manifest of a backup. Times are ISO 8601 in UTC, sizes are in bytes, hashes are hexadecimal. */
export type Manifest = Static<typeof manifestSchema>;

/** Thrown if a backup can't be made, read or trusted. The message tells the operator why. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem';
}

/** Archives a folder into a new file with mode 0600. Doesn't sync the file. Returns the manifest and the file's SHA-256. */
export async function writeArchive(
  from: string,
  file: string,
  facts: StoreFacts & { readonly createDateTime: string },
): Promise<{ readonly manifest: Manifest; readonly sha256: string }> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const pathOf = (entry: (typeof entries)[number]) =>
    join(entry.parentPath, entry.name)
      .slice(from.length + 1)
      .replaceAll('\\', '/');
  const files: Manifest['files'] = [];
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = pathOf(entry);
    const { size } = await stat(join(from, path));
    files.push({ path, size, sha256: await hashOf(createReadStream(join(from, path))) });
  }
  const folders = entries.filter((one) => one.isDirectory()).map(pathOf);
  const manifest: Manifest = { version: 1, ...facts, folders, files };
  const tar = pack();
  // If reading a file fails, make the pipeline below reject with the same error.
  const packing = packFiles(tar, from, manifest).catch((error: Error) => tar.destroy(error));
  const hash = createHash('sha256');
  await Promise.all([
    packing,
    pipeline(
      tar,
      createGzip({ level: constants.Z_BEST_SPEED }),
      (chunks: AsyncIterable<unknown>) => hashing(chunks, hash),
      createWriteStream(file, { flags: 'wx', mode: 0o600 }),
    ),
  ]);
  return { manifest, sha256: hash.digest('hex') };
}

async function packFiles(tar: ReturnType<typeof pack>, from: string, manifest: Manifest): Promise<void> {
  tar.entry({ name: manifestName, mode: 0o600 }, JSON.stringify(manifest, null, 1));
  for (const name of manifest.folders) tar.entry({ name, type: 'directory', mode: 0o700 });
  for (const { path, size } of manifest.files)
    await pipeline(createReadStream(join(from, path)), tar.entry({ name: path, size, mode: 0o600 }));
  tar.finalize();
}

/** Unpacks an archive into a folder and returns the manifest. Throws BackupProblem if the archive differs from its manifest. */
export async function readArchive(file: string, folder: string): Promise<Manifest> {
  const tar = extract();
  const feeding = pipeline(createReadStream(file), createGunzip(), tar);
  // Until the code below awaits this pipeline, this empty handler keeps a failed pipeline from ending the process.
  feeding.catch(() => {});
  let manifest: Manifest | undefined;
  const missing = new Map<string, Manifest['files'][number]>();
  try {
    for await (const entry of tar) {
      const { name, type } = entry.header;
      if (manifest === undefined) {
        manifest = parseManifest(name, await text(entry));
        for (const each of manifest.files) missing.set(each.path, each);
        for (const path of manifest.folders)
          await mkdir(join(folder, path), { recursive: true, mode: 0o700 });
        continue;
      }
      if (type === 'directory') {
        entry.resume();
        continue;
      }
      const listed = missing.get(name);
      if (listed === undefined || type !== 'file')
        throw new BackupProblem(`${JSON.stringify(name)} is not in the backup's manifest.`);
      const hash = createHash('sha256');
      await pipeline(
        hashing(entry, hash),
        createWriteStream(join(folder, name), { flags: 'wx', mode: 0o600 }),
      );
      if (hash.digest('hex') !== listed.sha256)
        throw new BackupProblem(`${name} is not what was backed up: its SHA-256 differs.`);
      missing.delete(name);
    }
    await feeding;
  } catch (error) {
    await feeding.catch(() => {});
    if (error instanceof BackupProblem || isOfDisk(error)) throw error;
    throw new BackupProblem('The backup is incomplete or was altered.');
  }
  if (manifest === undefined) throw new BackupProblem('The file is not a backup: it is empty.');
  const [first] = missing.keys();
  if (first !== undefined) throw new BackupProblem(`Files are missing: ${missing.size}, such as ${first}.`);
  return manifest;
}

function parseManifest(name: string, content: string): Manifest {
  if (name !== manifestName)
    throw new BackupProblem('The file is not a backup: it does not begin with a manifest.');
  const manifest: unknown = JSON.parse(content);
  if (!Value.Check(manifestSchema, manifest))
    throw new BackupProblem('This program cannot read the manifest of the backup.');
  return manifest;
}

/** Returns whether an error is from a system call, for example on a full disk. Any other error means a damaged archive. */
function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

async function hashOf(content: AsyncIterable<unknown>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function* hashing(content: AsyncIterable<unknown>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of content) {
    hash.update(chunk as Buffer);
    yield chunk as Buffer;
  }
}
