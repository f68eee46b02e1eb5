/**
 * Serves the files that the browser loads below `/assets/`, from memory. Their names hold a hash of what is in them, so
 * they may be cached for ever; a path is only looked up among the names of this build's files and of those that other
 * builds have stored, and never meets the disk.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { missing } from '../errors.ts';
import type { Api } from '../http/api-types.ts';
import { type Coding, codingFor, codings, type EncodedBody, sendEncoded } from '../http/encoded-body.ts';
import { typeOfAsset } from './asset-types.ts';
import type { StoredAssets } from './stored-assets.ts';

/** What the build adds to the name of a file for each of its compressed copies. */
export const compressedExtensions: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz' };

const isCompressed = (name: string) => Object.values(compressedExtensions).includes(extname(name));

async function readAssetFile(folder: string, name: string, names: readonly string[]): Promise<EncodedBody> {
  if (typeOfAsset(name) === undefined)
    throw new Error(`The page has a file of a type that it is not served by: ${name}.`);
  const identity = await readFile(join(folder, name));
  const made = codings.filter((coding) => names.includes(name + compressedExtensions[coding]));
  const copies = await Promise.all(
    made.map(async (coding) => [coding, await readFile(join(folder, name + compressedExtensions[coding]))]),
  );
  return { identity, ...Object.fromEntries(copies) };
}

/** Hashes of files, each worked out once. */
const hashes = new WeakMap<EncodedBody, string>();

/** The hash of what is in a file. */
function hashOf(body: EncodedBody): string {
  const hash =
    hashes.get(body) ?? createHash('sha256').update(body.identity).digest('base64url').slice(0, 22);
  hashes.set(body, hash);
  return hash;
}

/** True where the client holds what has this tag (RFC 9110 section 13.1.2). */
function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

/**
 * Adds the files of a folder to the server, each with the compressed copies beside it, and those of other builds where
 * it is told how to find them. Throws where one has a type that is not known here.
 */
export async function serveAssets(
  app: Api,
  folder: string,
  others?: (files: ReadonlyMap<string, EncodedBody>) => Promise<StoredAssets>,
): Promise<void> {
  const names = await readdir(folder);
  const read = names
    .filter((name) => !isCompressed(name))
    .map(async (name) => [name, await readAssetFile(folder, name, names)] as const);
  const files = new Map(await Promise.all(read));
  const ofOthers = await others?.(files);
  app.get<{ Params: { '*': string } }>(
    '/assets/*',
    { schema: { hide: true }, config: { isAsset: true } },
    async (request, reply) => {
      const name = request.params['*'];
      const body = files.get(name) ?? (await ofOthers?.find(name));
      const type = typeOfAsset(name);
      if (!body || !type) throw missing();
      const etag = `"${hashOf(body)}-${codingFor(request, body)}"`;
      reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag);
      if (holds(request.headers['if-none-match'], etag))
        return reply.code(304).header('vary', 'accept-encoding').send();
      return sendEncoded(request, reply.type(type), body);
    },
  );
}
