/**
 * What `doctor` looks at, gathered from the settings, the store, the disk, the clock and the bucket. Changes nothing, but for a
 * file in the data folder and an object in the bucket, both of which it removes.
 */
import { stat } from 'node:fs/promises';
import type { Settings } from '../../config/settings.ts';
import { readNow } from '../../db/clock.ts';
import { countDocuments, dueObjectFigures, forgetObjects } from '../../db/queries/documents.ts';
import { countOlder, currentDeliveryKey, headsAgeSeconds } from '../../db/queries/encryption.ts';
import { type OutboxFigures, outboxFigures } from '../../db/queries/outbox.ts';
import { wasForwardedIgnored } from '../../db/queries/rate-limits.ts';
import { countOverdueDrafts } from '../../db/queries/resume-tokens.ts';
import { isOverTls, type RoleFacts, roleFacts, roleOf } from '../../db/roles.ts';
import { type Bucket, DocumentsUnavailable } from '../../documents/store/bucket.ts';
import { type DocumentsIn, ObjectLost } from '../../documents/store/document-store.ts';
import { freeDisk } from '../../files/disk.ts';
import { clockAheadMillis } from '../../observability/clock-watch.ts';
import { type ProductionFinding, productionFindings } from '../../preflight/production.ts';
import { errorCode } from '../../programs/program-folder.ts';
import { providerIdsOf } from '../../programs/programs.ts';
import { ownKeyFile } from '../../security/key-ring.ts';
import type { OperatorContext } from '../command.ts';
import { type EncryptionStatus, encryptionStatus } from '../encryption/rotate-keys.ts';
import { type DataFolderFacts, dataFolderFacts } from './data-folder.ts';

/** A file or folder that is not for everyone. */
export interface LookedAt {
  readonly path: string;
  /** `secret`: read by its user alone; `trusted`: changed by its user alone. */
  readonly kind: 'secret' | 'trusted';
  /** Its permission bits; or why they cannot be seen, as a code. */
  readonly found: { readonly mode: number } | { readonly code: string };
}

export interface DoctorFacts {
  readonly isProduction: boolean;
  readonly production: readonly ProductionFinding[];
  /** Undefined on the embedded store, which has neither roles nor a network. */
  readonly postgres:
    | {
        readonly role: RoleFacts;
        /** Whether the settings hold the address for the owner of the tables. */
        readonly hasOwner: boolean;
        /** Undefined where the connection does not leave the machine. */
        readonly overTls: boolean | undefined;
        readonly tlsIsWaived: boolean;
      }
    | undefined;
  readonly files: readonly LookedAt[];
  readonly dataFolder: DataFolderFacts;
  readonly keys: EncryptionStatus & {
    /** When the file of the keys last changed; undefined where they come from a setting. */
    readonly ageDays: number | undefined;
  };
  /** Applications with personal data that is not sealed. */
  readonly unsealed: number;
  readonly clockAheadSeconds: number;
  /** The size of each provider’s public key; undefined for a provider without one. */
  readonly providers: readonly { readonly providerId: string; readonly bits: number | undefined }[];
  /** How long the key of deliveries has signed; undefined before the first one. */
  readonly deliveryKeyDays: number | undefined;
  /** Whether audit heads are exported by themselves, and the age of the last export. */
  readonly heads: { readonly isOn: boolean; readonly ageSeconds: number | undefined };
  readonly outbox: readonly OutboxFigures[];
  /** Undefined where no bucket is set. */
  readonly documents: DocumentsFacts | undefined;
  /** Whether a node has lately ignored an X-Forwarded-For, because `TRUSTED_PROXIES` does not name its sender. */
  readonly isForwardedIgnored: boolean;
  /** Drafts that should have been looked at, perhaps erased, ten minutes ago or more (D28). */
  readonly overdueDrafts: number;
  /** Free bytes in the data folder; undefined without such a folder. */
  readonly freeBytes: number | undefined;
}

export interface DocumentsFacts {
  readonly newDocuments: DocumentsIn;
  /** How many are where. */
  readonly inBucket: number;
  readonly inDatabase: number;
  /** What came of putting, reading and removing a small object; as a code where one of them failed. */
  readonly bucket: BucketFacts | { readonly code: string };
  /** For how long the oldest object has been to be removed. */
  readonly oldestUnnamedSeconds: number;
}

export interface BucketFacts {
  /** Whether the bucket is public. */
  readonly isOpenToAll: boolean;
  /** Undefined if the bucket does not tell. */
  readonly keepsVersions: boolean | undefined;
  readonly locksObjects: boolean | undefined;
}

const dayMillis = 86_400_000;

/** Twice what a sweep may take to come (D28). */
const overdueMillis = 10 * 60_000;

/** Gathers all of it. Rejects where the store does not answer. */
export async function doctorFacts(context: OperatorContext): Promise<DoctorFacts> {
  const { settings, programs, database } = context;
  const keyFile = keyFileOf(settings);
  return {
    isProduction: settings.nodeEnv === 'production',
    production: productionFindings(settings, programs.all),
    postgres: database.embedded ? undefined : await postgresFacts(context),
    files: await filesOf(settings, keyFile),
    dataFolder: await dataFolderFacts(context),
    keys: {
      ...(await encryptionStatus(context)),
      ageDays: keyFile === undefined ? undefined : await ageDaysOf(keyFile),
    },
    unsealed: await countOlder(database.db),
    clockAheadSeconds: (await clockAheadMillis(database)) / 1000,
    providers: [
      ...new Map(
        programs.all.map(({ provider, providerKey }) => [
          provider.providerId,
          providerKey?.n === undefined ? undefined : Buffer.from(providerKey.n, 'base64url').length * 8,
        ]),
      ),
    ].map(([providerId, bits]) => ({ providerId, bits })),
    deliveryKeyDays: await deliveryKeyDays(context),
    heads: {
      isOn: settings.auditHeadsSink !== undefined,
      ageSeconds: await headsAgeSeconds(database),
    },
    outbox: await outboxFigures(database, providerIdsOf(programs)),
    documents: await documentsFacts(context),
    isForwardedIgnored: await wasForwardedIgnored(database),
    overdueDrafts: await countOverdueDrafts(
      database.db,
      new Date((await readNow(database)).getTime() - overdueMillis),
    ),
    freeBytes: await freeDisk(settings.dataDir).catch(() => undefined),
  };
}

async function documentsFacts(context: OperatorContext): Promise<DocumentsFacts | undefined> {
  const { settings, database, documents } = context;
  if (!documents.bucket) return undefined;
  return {
    newDocuments: settings.newDocuments,
    inBucket: await countDocuments(database.db, 'bucket'),
    inDatabase: await countDocuments(database.db, 'database'),
    bucket: await bucketFacts(context, documents.bucket),
    oldestUnnamedSeconds: (await dueObjectFigures(database)).oldestSeconds,
  };
}

/** Tries the bucket with an object of its own, whose name is noted, so that it never stays. */
async function bucketFacts(
  { database, documents }: OperatorContext,
  bucket: Bucket,
): Promise<DocumentsFacts['bucket']> {
  try {
    const kept = await documents.put(Buffer.from('put by the doctor'), 'bucket');
    if (!('object' in kept)) throw new Error('It was not put into the bucket.');
    await documents.get(kept);
    const isOpenToAll = await bucket.isOpenToAll(kept.object);
    await bucket.remove(kept.object);
    await forgetObjects(database.db, [kept.object]);
    const [keepsVersions, locksObjects] = await Promise.all([bucket.keepsVersions(), bucket.locksObjects()]);
    return { isOpenToAll, keepsVersions, locksObjects };
  } catch (error) {
    if (error instanceof DocumentsUnavailable) return { code: error.code };
    if (error instanceof ObjectLost) return { code: error.name };
    throw error;
  }
}

async function postgresFacts({ database: { db }, settings }: OperatorContext) {
  return {
    role: await roleFacts(db, await roleOf(db)),
    hasOwner: settings.migrateDatabaseUrl !== undefined,
    overTls: await isOverTls(db),
    tlsIsWaived: settings.databaseTls === 'off',
  };
}

function keyFileOf({ encryptionKeys, encryptionKeysFile, dataDir }: Settings): string | undefined {
  return encryptionKeys === undefined ? (encryptionKeysFile ?? ownKeyFile(dataDir)) : undefined;
}

async function filesOf(settings: Settings, keyFile: string | undefined): Promise<LookedAt[]> {
  const { dataDir, programsDir, operatorsFile } = settings;
  const {
    deliverySecretsFile,
    vaultTokenFile,
    vaultAppRoleFile,
    awsCredentialsFile,
    documentsCredentialsFile,
  } = settings;
  const secret = [
    dataDir,
    keyFile,
    deliverySecretsFile,
    vaultTokenFile,
    vaultAppRoleFile,
    awsCredentialsFile,
    documentsCredentialsFile,
  ].filter((path) => path !== undefined);
  const looked = await Promise.all([
    ...secret.map((path) => lookAt(path, 'secret')),
    ...[programsDir, operatorsFile]
      .filter((path) => path !== undefined)
      .map((path) => lookAt(path, 'trusted')),
  ]);
  // With PostgreSQL there may be no data folder at all.
  return looked.filter(
    ({ path, found }) => !(path === dataDir && 'code' in found && found.code === 'ENOENT'),
  );
}

async function lookAt(path: string, kind: LookedAt['kind']): Promise<LookedAt> {
  try {
    return { path, kind, found: { mode: (await stat(path)).mode & 0o777 } };
  } catch (error) {
    return { path, kind, found: { code: errorCode(error) } };
  }
}

async function deliveryKeyDays({ database }: OperatorContext): Promise<number | undefined> {
  const began = (await currentDeliveryKey(database.db))?.beginDateTime ?? undefined;
  return began && Math.floor(((await readNow(database)).getTime() - began.getTime()) / dayMillis);
}

async function ageDaysOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && Math.floor((Date.now() - found.mtimeMs) / dayMillis);
}
