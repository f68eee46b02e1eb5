/**
 * The page's files of other builds, kept in the database (`docs/decisions/assets-of-other-builds.md`): those of the builds
 * before this one, which open tabs still ask for, and of a newer one that already runs on another node.
 */
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
import type { DataKey } from '../security/sealing.ts';
import { derivedKey, EncryptionError } from '../security/sealing.ts';
import type { Services } from '../services.ts';
import { typeOfAsset } from './asset-types.ts';

/** How long a file is kept after the last node that uses it has said so, in milliseconds: longer than any tab is of use. */
const keptMillis = 14 * 24 * 60 * 60_000;

/** How often a node says which files it uses, in milliseconds. */
const touchMillis = 60 * 60_000;

/** How long the names of what is stored are believed, in milliseconds: strangers may ask for any name as often as they like. */
const namesMillis = 1_000;

/** The most bytes of other builds' files in memory. */
const largestKept = 8 * 1024 * 1024;

/** The most bytes of one file; a damaged one must not fill the memory. */
const largestFile = 4 * 1024 * 1024;

/** Whether a stored file may have this name. */
const isAssetName = (name: string) => /^[\w-]{1,100}\.\w+$/.test(name) && typeOfAsset(name) !== undefined;

/** The files of other builds. */
export interface StoredAssets {
  /**
   * A file by its name; undefined where no build lately had one of this name. Throws EncryptionError for one that no server
   * of this installation has stored, and the database's error where that cannot be asked.
   */
  readonly find: (name: string) => Promise<EncodedBody | undefined>;
}

/** Vouches for a file under its name: only a server that holds the installation's key can (X7). */
export function assetProof(hashKey: DataKey, name: string, body: Buffer): Buffer {
  return createHmac('sha256', derivedKey(hashKey, 'page assets')).update(`${name}\n`).update(body).digest();
}

async function stored(hashKey: DataKey, name: string, { identity, br }: EncodedBody): Promise<StoredAsset> {
  const body = br ?? (await promisify(brotliCompress)(identity, brotliOptions));
  return { name, body, proof: assetProof(hashKey, name, body) };
}

/** Opens a stored file. */
async function opened(hashKey: DataKey, { name, body, proof }: StoredAsset): Promise<EncodedBody> {
  const expected = assetProof(hashKey, name, body);
  if (proof.length !== expected.length || !timingSafeEqual(proof, expected)) throw new EncryptionError();
  const identity = await promisify(brotliDecompress)(body, { maxOutputLength: largestFile });
  return body.length < identity.length ? { identity, br: body } : { identity };
}

/**
 * Stores the files of this build, says every hour that they are in use until the server closes, and finds those of others.
 * @param files Of this build, by name.
 */
export async function storedAssets(
  app: Pick<Api, 'addHook' | 'log'>,
  { database, hashKey }: Pick<Services, 'database' | 'hashKey'>,
  files: ReadonlyMap<string, EncodedBody>,
): Promise<StoredAssets> {
  const { db, moment } = database;
  const own = await Promise.all(
    [...files]
      .filter(([name]) => isAssetName(name))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, body]) => stored(hashKey, name, body)),
  );

  /** Repairs too what somebody has altered. An embedded store without room is left as it is (F8). */
  async function store(): Promise<void> {
    if (own.length === 0 || !(await database.hasRoom())) return;
    const held = await touchAssets(
      db,
      own.map(({ name }) => name),
      moment(),
    );
    const isHeld = ({ name, proof, body }: StoredAsset) => {
      const one = held.get(name);
      return one?.proof.equals(proof) === true && one.hash.equals(hash('sha256', body, 'buffer'));
    };
    const lacking = own.filter((asset) => !isHeld(asset));
    await storeAssets(db, lacking, moment());
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

  /** Reads the names once more, for all that wait for it, and not sooner than a moment after the last time. */
  async function readNames(): Promise<void> {
    await pause(Math.max(0, readAt + namesMillis - performance.now()), undefined, { ref: false });
    // Who asks from now on may ask for a file that is stored after this is read.
    reading = undefined;
    readAt = performance.now();
    names = new Set(await assetNames(db));
  }

  const kept = new Map<string, EncodedBody>();
  const finding = new Map<string, Promise<EncodedBody | undefined>>();

  /** Keeps a file in memory, in place of those that have been there the longest. */
  function keep(name: string, body: EncodedBody): void {
    kept.set(name, body);
    const sizeOf = ({ identity, br }: EncodedBody) => identity.length + (br?.length ?? 0);
    let bytes = [...kept.values()].reduce((sum, one) => sum + sizeOf(one), 0);
    for (const [oldest, one] of kept) {
      if (bytes <= largestKept) return;
      kept.delete(oldest);
      bytes -= sizeOf(one);
    }
  }

  async function findStored(name: string): Promise<EncodedBody | undefined> {
    const asset = await findAsset(db, name);
    if (!asset) return undefined;
    const body = await opened(hashKey, asset);
    keep(name, body);
    return body;
  }

  return {
    find: async (name) => {
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
    },
  };
}
