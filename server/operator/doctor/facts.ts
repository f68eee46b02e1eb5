/**
 * Gathers facts about the settings, store, disk, clock and bucket, which `doctor` then checks. Writes a test file in the data
 * folder and a test object in the bucket, and removes both, so nothing changes.
 */
import { stat } from 'node:fs/promises';
import type { Settings } from '../../config/settings.ts';
import { readNow } from '../../db/clock.ts';
import { countDocuments, deleteObjectRecords, dueObjectFigures } from '../../db/queries/documents.ts';
import { countUnsealed, currentDeliveryKey, headsAgeSeconds } from '../../db/queries/encryption.ts';
import { outboxFigures } from '../../db/queries/outbox.ts';
import { wasForwardedIgnored } from '../../db/queries/rate-limits.ts';
import { countOverdueDrafts } from '../../db/queries/resume-tokens.ts';
import { isOverTls, roleFacts, roleOf } from '../../db/roles.ts';
import { type Bucket, DocumentsUnavailable } from '../../documents/store/bucket.ts';
import { ObjectLost } from '../../documents/store/document-store.ts';
import { freeDisk } from '../../files/disk.ts';
import { clockAheadMillis } from '../../observability/clock-watch.ts';
import { productionFindings } from '../../preflight/production.ts';
import { errorCode } from '../../programs/program-folder.ts';
import { providerIdsOf } from '../../programs/programs.ts';
import { ownKeyFile } from '../../security/key-ring.ts';
import type { OperatorContext } from '../command.ts';
import { encryptionStatus } from '../encryption/rotate-keys.ts';
import { dataFolderFacts } from './data-folder.ts';

/** A file or folder that other users must not read or must not change. */
interface CheckedFile {
  readonly path: string;
  /** `secret`: only the file's owner may read it. `trusted`: only the file's owner may change it. */
  readonly kind: 'secret' | 'trusted';
  /** The permission bits of the file, or the error code if they cannot be read. */
  readonly found: { readonly mode: number } | { readonly code: string };
}

export type BucketFacts =
  | {
      /** Whether anyone can read the bucket without credentials. */
      readonly isOpenToAll: boolean;
      /** Undefined if the bucket does not say whether it keeps versions. */
      readonly keepsVersions: boolean | undefined;
      readonly locksObjects: boolean | undefined;
    }
  /** The error code of a failed attempt to put, read or remove an object. */
  | { readonly code: string };

export type DoctorFacts = Awaited<ReturnType<typeof doctorFacts>>;

const dayMillis = 86_400_000;

/** Time in milliseconds after which a draft that the sweep has not checked is overdue: twice the longest sweep delay (D28). */
const overdueMillis = 10 * 60_000;

/** Gathers all facts. Rejects if the store does not respond. */
export async function doctorFacts(context: OperatorContext) {
  const { settings, programs, database, documents } = context;
  const { db } = database;
  const { encryptionKeys, encryptionKeysFile, dataDir } = settings;
  const keyFile = encryptionKeys === undefined ? (encryptionKeysFile ?? ownKeyFile(dataDir)) : undefined;
  const now = await readNow(database);
  const overdue = new Date(now.getTime() - overdueMillis);
  const signsSince = (await currentDeliveryKey(db))?.beginDateTime ?? undefined;
  return {
    isProduction: settings.nodeEnv === 'production',
    production: productionFindings(settings, programs.all),
    /** Undefined for the embedded store, which has neither roles nor a network. */
    postgres: database.embedded
      ? undefined
      : {
          role: await roleFacts(db, await roleOf(db)),
          /** Whether the settings contain a database URL for the role that owns the tables. */
          hasOwner: settings.migrateDatabaseUrl !== undefined,
          /** Whether the database connection uses TLS. Undefined if the connection does not leave the machine. */
          overTls: await isOverTls(db),
          tlsIsWaived: settings.databaseTls === 'off',
        },
    files: await filesOf(settings, keyFile),
    dataFolder: await dataFolderFacts(context),
    keys: {
      ...(await encryptionStatus(context)),
      /** Days since the key file last changed, or undefined if a setting contains the keys. */
      ageDays: await ageDaysOf(keyFile),
    },
    /** Number of applications with unencrypted personal data. */
    unsealed: await countUnsealed(db),
    clockAheadSeconds: (await clockAheadMillis(database)) / 1000,
    /** The size of each provider’s public key, or undefined for a provider without a public key. */
    providers: [
      ...new Map(
        programs.all.map(({ provider, providerKey }) => [
          provider.providerId,
          providerKey?.n === undefined ? undefined : Buffer.from(providerKey.n, 'base64url').length * 8,
        ]),
      ),
    ].map(([providerId, bits]) => ({ providerId, bits })),
    /** Days since the current delivery key was first used to sign, or undefined if there is no delivery key yet. */
    deliveryKeyDays: signsSince && Math.floor((now.getTime() - signsSince.getTime()) / dayMillis),
    /** Whether audit heads are exported automatically, and how old the last export is. */
    heads: {
      isOn: settings.auditHeadsSink !== undefined,
      ageSeconds: await headsAgeSeconds(database),
    },
    outbox: await outboxFigures(database, providerIdsOf(programs)),
    /** Undefined if the settings name no bucket. */
    documents: documents.bucket && {
      newDocuments: settings.newDocuments,
      inBucket: await countDocuments(db, 'bucket'),
      inDatabase: await countDocuments(db, 'database'),
      bucket: await bucketFacts(context, documents.bucket),
      /** Age in seconds of the oldest object awaiting deletion. */
      oldestUnnamedSeconds: (await dueObjectFigures(database)).oldestSeconds,
    },
    /** Whether a node has recently ignored an X-Forwarded-For header because `TRUSTED_PROXIES` does not include its sender. */
    isForwardedIgnored: await wasForwardedIgnored(database),
    /**
     * Number of drafts whose check by the sweep is at least ten minutes late (D28). Some of these drafts may have to be erased.
     */
    overdueDrafts: await countOverdueDrafts(db, overdue),
    /** Free bytes on the disk of the data folder, or undefined if the folder does not exist. */
    freeBytes: await freeDisk(dataDir).catch(() => undefined),
  };
}

/**
 * Tries to put, read and remove a test object in the bucket. The object's name is stored first, so a sweep deletes the object if
 * this process ends early.
 */
async function bucketFacts({ database, documents }: OperatorContext, bucket: Bucket): Promise<BucketFacts> {
  try {
    const kept = await documents.put(Buffer.from('put by the doctor'), 'bucket');
    if (!('object' in kept)) throw new Error('It was not put into the bucket.');
    await documents.get(kept);
    const isOpenToAll = await bucket.isOpenToAll(kept.object);
    await bucket.remove(kept.object);
    await deleteObjectRecords(database.db, [kept.object]);
    const [keepsVersions, locksObjects] = await Promise.all([bucket.keepsVersions(), bucket.locksObjects()]);
    return { isOpenToAll, keepsVersions, locksObjects };
  } catch (error) {
    if (error instanceof DocumentsUnavailable) return { code: error.code };
    if (error instanceof ObjectLost) return { code: error.name };
    throw error;
  }
}

async function filesOf(settings: Settings, keyFile: string | undefined): Promise<CheckedFile[]> {
  const files = [
    [settings.dataDir, 'secret'],
    [keyFile, 'secret'],
    [settings.deliverySecretsFile, 'secret'],
    [settings.vaultTokenFile, 'secret'],
    [settings.vaultAppRoleFile, 'secret'],
    [settings.awsCredentialsFile, 'secret'],
    [settings.documentsCredentialsFile, 'secret'],
    [settings.programsDir, 'trusted'],
    [settings.operatorsFile, 'trusted'],
  ] as const;
  const checked: CheckedFile[] = [];
  for (const [path, kind] of files) {
    if (path === undefined) continue;
    const found = await modeOf(path);
    // With PostgreSQL, the data folder may not exist.
    const isOptional = path === settings.dataDir && 'code' in found && found.code === 'ENOENT';
    if (!isOptional) checked.push({ path, kind, found });
  }
  return checked;
}

async function modeOf(path: string): Promise<CheckedFile['found']> {
  try {
    return { mode: (await stat(path)).mode & 0o777 };
  } catch (error) {
    return { code: errorCode(error) };
  }
}

async function ageDaysOf(path: string | undefined): Promise<number | undefined> {
  const found = path === undefined ? undefined : await stat(path).catch(() => undefined);
  return found && Math.floor((Date.now() - found.mtimeMs) / dayMillis);
}
