/** Stores the page's files in the database, for tabs that run another build (`docs/decisions/assets-of-other-builds.md`). */
import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress } from 'node:zlib';
import { after } from '../db/clock.ts';
import {
  assetNames,
  deleteUnusedAssets,
  findAsset,
  type StoredAsset,
  storeAssets,
  touchAssets,
} from '../db/queries/page/page-assets.ts';
import type { Api } from '../http/api-types.ts';
import { brotliOptions, type EncodedBody } from '../http/encoded-body.ts';
import { type DataKey, derivedKey, EncryptionError } from '../security/sealing.ts';
import type { Services } from '../services.ts';
import { typeOfAsset } from './assets.ts';

/** How long a file stays stored after a node last recorded its use, in milliseconds. No session lasts that long. */
const keptMillis = 14 * 24 * 60 * 60_000;

/** The interval at which a node records that it uses its files, in milliseconds. */
const touchMillis = 60 * 60_000;

/** How long the list of stored names is cached, in milliseconds, so that requests for unknown names can't flood the database. */
const namesMillis = 1_000;

const largestKept = 8 * 1024 * 1024;

/** The maximum size of a decompressed file, in bytes. It prevents a damaged file from filling the memory. */
const largestFile = 4 * 1024 * 1024;

const isAssetName = (name: string) => /^[\w-]{1,100}\.\w+$/.test(name) && typeOfAsset(name) !== undefined;

/** Returns another build's stored file, or undefined. Rejects with EncryptionError if the file's authentication code is wrong. */
export type FindAsset = (name: string) => Promise<EncodedBody | undefined>;

/** Returns an authentication code over a file's name and content. Computing it requires the installation's key (X7). */
function assetProof(hashKey: DataKey, name: string, body: Buffer): Buffer {
  return createHmac('sha256', derivedKey(hashKey, 'page assets')).update(`${name}\n`).update(body).digest();
}

async function stored(hashKey: DataKey, name: string, { identity, br }: EncodedBody): Promise<StoredAsset> {
  const body = br ?? (await promisify(brotliCompress)(identity, brotliOptions));
  return { name, body, proof: assetProof(hashKey, name, body) };
}

/** Returns a stored file, verified and decompressed. */
async function opened(hashKey: DataKey, { name, body, proof }: StoredAsset): Promise<EncodedBody> {
  const expected = assetProof(hashKey, name, body);
  if (proof.length !== expected.length || !timingSafeEqual(proof, expected)) throw new EncryptionError();
  const identity = await promisify(brotliDecompress)(body, { maxOutputLength: largestFile });
  return body.length < identity.length ? { identity, br: body } : { identity };
}

/** Stores this build's files and records hourly that they are in use. Returns a function that finds other builds' files. */
export async function storedAssets(
  app: Pick<Api, 'addHook' | 'log'>,
  { database, hashKey }: Pick<Services, 'database' | 'hashKey'>,
  files: ReadonlyMap<string, EncodedBody>,
): Promise<FindAsset> {
  const { db, moment } = database;
  const named = [...files].filter(([name]) => isAssetName(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  const own = await Promise.all(named.map(([name, body]) => stored(hashKey, name, body)));
  const ownNames = own.map(({ name }) => name);

  /**
   * Records that this build's files are in use, stores missing files, and repairs altered ones. Deletes files whose use was last
   * recorded more than `keptMillis` ago. Does nothing if an embedded store's disk is full (F8).
   */
  async function store(): Promise<void> {
    if (own.length === 0 || !(await database.hasFreeSpace())) return;
    const held = await touchAssets(db, ownNames, moment());
    const isHeld = ({ name, proof, body }: StoredAsset) => {
      const one = held.get(name);
      return one?.proof.equals(proof) === true && one.hash.equals(hash('sha256', body, 'buffer'));
    };
    const missingAssets = own.filter((asset) => !isHeld(asset));
    await storeAssets(db, missingAssets, moment());
    await deleteUnusedAssets(db, after(moment(), -keptMillis));
  }

  await store();
  const timer = setInterval(() => {
    store().catch((error: unknown) => app.log.error(error, 'the page’s files could not be stored'));
  }, touchMillis);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));

  let names: ReadonlySet<string> = new Set();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  /** Reads the stored names again, at most once per `namesMillis`. All waiting calls share one read. */
  async function readNames(): Promise<void> {
    await pause(Math.max(0, readAt + namesMillis - performance.now()), undefined, { ref: false });
    // A later call may need a file that is stored after this read, so it must start a new read.
    reading = undefined;
    readAt = performance.now();
    names = new Set(await assetNames(db));
  }

  const kept = new Map<string, EncodedBody>();
  const finding = new Map<string, Promise<EncodedBody | undefined>>();

  /** Caches a file in memory, and removes the oldest files from the cache while it exceeds `largestKept`. */
  function keep(name: string, body: EncodedBody): void {
    kept.set(name, body);
    const size = () =>
      [...kept.values()].reduce((sum, { identity, br }) => sum + identity.length + (br?.length ?? 0), 0);
    for (const oldest of kept.keys()) {
      if (size() <= largestKept) return;
      kept.delete(oldest);
    }
  }

  async function findStored(name: string): Promise<EncodedBody | undefined> {
    const asset = await findAsset(db, name);
    if (!asset) return undefined;
    const body = await opened(hashKey, asset);
    keep(name, body);
    return body;
  }

  return async (name) => {
    const body = kept.get(name);
    if (body || !isAssetName(name)) return body;
    if (!names.has(name)) {
      reading ??= readNames();
      await reading;
      if (!names.has(name)) return undefined;
    }
    const found = finding.get(name) ?? findStored(name).finally(() => finding.delete(name));
    finding.set(name, found);
    return found;
  };
}
