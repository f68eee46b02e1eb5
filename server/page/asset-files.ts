/** Serves files below `/assets/` from memory. Their names contain a hash of the content, so browsers may cache them forever. */
import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { notFound } from '../errors.ts';
import type { Api } from '../http/api-types.ts';
import {
  type Coding,
  codingFor,
  codings,
  type EncodedBody,
  eachOnce,
  sendEncoded,
} from '../http/encoded-body.ts';
import { typeOfAsset } from './assets.ts';
import type { FindAsset } from './stored-assets.ts';

/** The extensions that the build adds to the names of compressed copies. */
export const compressedExtensions: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz' };

const isCompressed = (name: string) => Object.values(compressedExtensions).includes(extname(name));

async function readAssetFile(folder: string, name: string, names: readonly string[]): Promise<EncodedBody> {
  if (typeOfAsset(name) === undefined) throw new Error(`The page has a file of an unknown type: ${name}.`);
  const identity = await readFile(join(folder, name));
  const made = codings.filter((coding) => names.includes(name + compressedExtensions[coding]));
  const copies = await Promise.all(
    made.map(async (coding) => [coding, await readFile(join(folder, name + compressedExtensions[coding]))]),
  );
  return { identity, ...Object.fromEntries(copies) };
}

/** Returns the hash of a file's content for its ETag. */
const hashOf = eachOnce(
  ({ identity }: EncodedBody) => hash('sha256', identity, 'base64url').slice(0, 22),
  new WeakMap(),
);

/** Returns whether `If-None-Match` contains this ETag, so the client already has this version (RFC 9110, section 13.1.2). */
function hasVersion(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

/**
 * Adds a route for a folder's files and for files of other builds. `others` returns the function that finds a file of another
 * build. Throws if the folder contains a file of an unknown type.
 */
export async function serveAssets(
  app: Api,
  folder: string,
  others?: (files: ReadonlyMap<string, EncodedBody>) => Promise<FindAsset>,
): Promise<void> {
  const names = await readdir(folder);
  const read = names
    .filter((name) => !isCompressed(name))
    .map(async (name) => [name, await readAssetFile(folder, name, names)] as const);
  const files = new Map(await Promise.all(read));
  const findOther = await others?.(files);
  app.get<{ Params: { '*': string } }>(
    '/assets/*',
    { schema: { hide: true }, config: { isAsset: true } },
    async (request, reply) => {
      const name = request.params['*'];
      const body = files.get(name) ?? (await findOther?.(name));
      const type = typeOfAsset(name);
      if (!body || !type) throw notFound();
      const etag = `"${hashOf(body)}-${codingFor(request, body)}"`;
      reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag);
      if (hasVersion(request.headers['if-none-match'], etag))
        return reply.code(304).header('vary', 'accept-encoding').send();
      return sendEncoded(request, reply.type(type), body);
    },
  );
}
