/** Gathers the facts that `doctor` checks. Writes test files in the data folder and the bucket, and removes them. */
import { stat } from 'node:fs/promises';
import type { Settings } from '../../config/settings.ts';
import { readNow } from '../../db/clock.ts';
import { countDocuments, deleteObjectRecords, dueObjectFigures } from '../../db/queries/documents.ts';
import { countUnsealed, currentDeliveryKey, headsAgeSeconds } from '../../db/queries/encryption.ts';
import { outboxFigures } from '../../db/queries/outbox.ts';
import { wasForwardedIgnored } from '../../db/queries/rate-limits.ts';
import { countOverdueDrafts } from '../../db/queries/resume-tokens.ts';
import { isOverTls, roleFacts, roleOf } from '../../db/roles.ts';
import { unwritableFolders } from '../../delivery/delivery-setup.ts';
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

/** A file or folder that other users must not read or must not change. */
interface CheckedFile {
  readonly path: string;
  /** `secret`: only the file's owner may read it. `trusted`: only the file's owner may change it. */
  readonly kind: 'secret' | 'trusted';
  /** The file's permission bits, or the error code if they cannot be read. */
  readonly found: { readonly mode: number } | { readonly code: string };
}

export type BucketFacts = Awaited<ReturnType<typeof bucketFacts>>;
export type DoctorFacts = Awaited<ReturnType<typeof doctorFacts>>;

const dayMillis = 86_400_000;

/**
 * A draft is overdue if its check by a sweep is more than this many milliseconds late. This is twice the longest delay that D28
 * allows.
 */
const overdueMillis = 10 * 60_000;

/** Gathers all facts. Rejects if the store does not respond. */
export async function doctorFacts(context: OperatorContext) {
  const { settings, programs, database, documents } = context;
  const { db } = database;
  const { encryptionKeys, encryptionKeysFile, dataDir } = settings;
  const keyFile = encryptionKeys === undefined ? (encryptionKeysFile ?? ownKeyFile(dataDir)) : undefined;
  const now = await readNow(database);
  const signsSince = (await currentDeliveryKey(db))?.beginDateTime ?? undefined;
  return {
    isProduction: settings.nodeEnv === 'production',
    production: productionFindings(settings, programs.all),
    /** Facts about PostgreSQL. Undefined for the embedded store, which has neither roles nor a network connection. */
    postgres: database.embedded
      ? undefined
      : {
          role: await roleFacts(db, await roleOf(db)),
          /** Whether MIGRATE_DATABASE_URL is set. It contains the password of the tables' owner. */
          hasOwner: settings.migrateDatabaseUrl !== undefined,
          /** Whether the database connection uses TLS. Undefined if the connection does not leave the machine. */
          overTls: await isOverTls(db),
          tlsIsWaived: settings.databaseTls === 'off',
        },
    files: await filesOf(settings, keyFile),
    dataFolder: await folderProblems(context),
    /** `ageDays`: days since the key file last changed. Undefined if a setting contains the keys, or if the file is missing. */
    keys: { ...(await encryptionStatus(context)), ageDays: await ageDaysOf(keyFile) },
    /** Number of applications with unencrypted personal data. */
    unsealed: await countUnsealed(db),
    clockAheadSeconds: (await clockAheadMillis(database)) / 1000,
    /** The size of each provider’s public key in bits, or undefined for a provider without a public key. */
    providers: [
      ...new Map(
        programs.all.map(({ provider, providerKey }) => [
          provider.providerId,
          providerKey?.n === undefined ? undefined : Buffer.from(providerKey.n, 'base64url').length * 8,
        ]),
      ),
    ].map(([providerId, bits]) => ({ providerId, bits })),
    /** Days since the current delivery key became the current one, or undefined if there is no delivery key yet. */
    deliveryKeyDays: signsSince && Math.floor((now.getTime() - signsSince.getTime()) / dayMillis),
    /** Whether audit heads are exported automatically, and how old the last export is. */
    heads: { isOn: settings.auditHeadsSink !== undefined, ageSeconds: await headsAgeSeconds(database) },
    outbox: await outboxFigures(database, providerIdsOf(programs)),
    /** Where the documents are, and facts about the bucket. Undefined if no bucket is configured. */
    documents: documents.bucket && {
      newDocuments: settings.newDocuments,
      inBucket: await countDocuments(db, 'bucket'),
      inDatabase: await countDocuments(db, 'database'),
      bucket: await bucketFacts(context, documents.bucket),
      /** Seconds since the oldest object awaiting deletion became due for deletion, or 0 if no object is due. */
      oldestUnnamedSeconds: (await dueObjectFigures(database)).oldestSeconds,
    },
    /** Whether a node has recently ignored an X-Forwarded-For header because `TRUSTED_PROXIES` does not include its sender. */
    isForwardedIgnored: await wasForwardedIgnored(database),
    /** Number of drafts that a sweep should already have checked. Some of them may have to be erased (D28). */
    overdueDrafts: await countOverdueDrafts(db, new Date(now.getTime() - overdueMillis)),
    /** Free bytes on the disk of the data folder. Undefined if they can't be read, for example if the folder does not exist. */
    freeBytes: await freeDisk(dataDir).catch(() => undefined),
  };
}

/**
 * Returns facts about the bucket, or an error code. Writes, reads and deletes a test object. If the object is not deleted here, a
 * sweep deletes it later.
 */
async function bucketFacts({ database, documents }: OperatorContext, bucket: Bucket) {
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
  const { dataDir, deliverySecretsFile, vaultTokenFile, vaultAppRoleFile } = settings;
  const { awsCredentialsFile, documentsCredentialsFile, programsDir, operatorsFile } = settings;
  const credentials = [vaultTokenFile, vaultAppRoleFile, awsCredentialsFile, documentsCredentialsFile];
  const secret = [dataDir, keyFile, deliverySecretsFile, ...credentials];
  const files = { secret, trusted: [programsDir, operatorsFile] };
  const checked: CheckedFile[] = [];
  for (const kind of ['secret', 'trusted'] as const)
    for (const path of files[kind]) {
      if (path === undefined) continue;
      const found = await stat(path).then(({ mode }) => ({ mode: mode & 0o777 }), failure);
      // With PostgreSQL, the data folder might not exist.
      const isOptional = path === dataDir && 'code' in found && found.code === 'ENOENT';
      if (!isOptional) checked.push({ path, kind, found });
    }
  return checked;
}

function failure(error: unknown) {
  return { code: errorCode(error) };
}

/**
 * Tries to write to folders in the data folder as the server's user, and returns a sentence for each problem. In an operator's
 * process, assumes that the data folder's owner is the server's user. Returns undefined if an operator's process runs neither as
 * this user nor as root.
 */
async function folderProblems(context: OperatorContext): Promise<readonly string[] | undefined> {
  const { settings, programs, isOperatorProcess } = context;
  const tryFolders = async () => (await unwritableFolders(settings, programs)).map(({ problem }) => problem);
  if (!isOperatorProcess) return tryFolders();
  const found = await stat(settings.dataDir).catch(errorCode);
  // A missing folder is not created here, because this process's user would own it, and the server could not write to it.
  if (found === 'ENOENT')
    return [
      `DATA_DIR, ${settings.dataDir}, does not exist. Create it with mode 0700 and the server’s user as its owner.`,
    ];
  if (typeof found === 'string') return undefined;
  const user = process.geteuid?.() ?? found.uid;
  if (user === found.uid) return tryFolders();
  return user === 0 ? asUser(found, tryFolders) : undefined;
}

async function ageDaysOf(path: string | undefined): Promise<number | undefined> {
  const found = path === undefined ? undefined : await stat(path).catch(() => undefined);
  return found && Math.floor((Date.now() - found.mtimeMs) / dayMillis);
}

/** Runs `work` with a user's permissions. Until `work` ends, the whole process has these permissions. Only root can call this. */
async function asUser<Result>(
  { uid, gid }: { readonly uid: number; readonly gid: number },
  work: () => Promise<Result>,
): Promise<Result> {
  const { groups, group } = { groups: process.getgroups?.() ?? [], group: process.getegid?.() ?? 0 };
  process.setgroups?.([gid]);
  process.setegid?.(gid);
  process.seteuid?.(uid);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(group);
    process.setgroups?.(groups);
  }
}
