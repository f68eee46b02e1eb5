/**
 * Where the sealed bytes of documents are kept: in their rows, or as objects of a bucket (`docs/decisions/document-store.md`). What is
 * put or read here is sealed already, and opened by who has the key (`open-document.ts`).
 *
 * An object is put before the row that names it. So that none is left over, its name is noted first, in `document_object`; the
 * transaction of the row takes the note away, and a document that goes puts it back (a trigger of the table). What is noted and
 * due is removed by the sweeper.
 */
import { hash, randomBytes } from 'node:crypto';
import type { Settings } from '../../config/settings.ts';
import { after, type Timed } from '../../db/clock.ts';
import { type KeptBytes, noteObject } from '../../db/queries/documents.ts';
import { type Bucket, type BucketOptions, DocumentsUnavailable, openBucket } from './bucket.ts';

/** A place where documents' bytes can be kept. */
export type DocumentsIn = Settings['newDocuments'];

export interface DocumentStore {
  /** Undefined where no bucket is set. */
  readonly bucket: Bucket | undefined;
  /**
   * Keeps the sealed bytes of a new document, before its row is written; by default where new ones go. What no row names a day
   * later is removed. Never to be called in a transaction: it may take seconds.
   * @throws DocumentsUnavailable
   */
  readonly put: (sealed: Buffer, to?: DocumentsIn) => Promise<KeptBytes>;
  /**
   * The sealed bytes of a document, from wherever its row says.
   * @throws DocumentsUnavailable, and ObjectLost
   */
  readonly get: (kept: KeptBytes) => Promise<Buffer>;
}

/** An object is not in the bucket, or not as it was put there. Its row may name another one by now. */
export class ObjectLost extends Error {
  override readonly name = 'ObjectLost';

  constructor() {
    super('An object of the bucket is missing or altered.');
  }
}

/** How long an object may wait for its row, in milliseconds. */
const unclaimedMillis = 24 * 60 * 60_000;

type StoreSettings = Pick<
  Settings,
  | 'documentsUrl'
  | 'newDocuments'
  | 'documentsAccessKeyId'
  | 'documentsSecretAccessKey'
  | 'documentsCredentialsFile'
  | 'awsContainerCredentials'
  | 'awsContainerTokenFile'
>;

/** Nothing is asked before it is used. */
export function openDocumentStore(
  settings: StoreSettings,
  database: Timed,
  options: Pick<BucketOptions, 'observe' | 'attemptMillis' | 'pauseMillis'> = {},
): DocumentStore {
  const { documentsUrl: address, newDocuments } = settings;
  const bucket =
    address &&
    openBucket({
      address,
      accessKeyId: settings.documentsAccessKeyId,
      secretAccessKey: settings.documentsSecretAccessKey,
      credentialsFile: settings.documentsCredentialsFile,
      ...(settings.documentsCredentialsFile === undefined && {
        containerCredentials: settings.awsContainerCredentials,
        containerTokenFile: settings.awsContainerTokenFile,
      }),
      ...options,
    });
  const mustBeThere = (): Bucket => {
    if (!bucket) throw new DocumentsUnavailable('DOCUMENTS_URL');
    return bucket;
  };

  return {
    bucket,
    put: async (sealed, to = bucket ? newDocuments : 'database') => {
      if (to === 'database') return { bytes: sealed };
      const sha256 = hash('sha256', sealed, 'hex');
      const object = nameOf(sha256);
      await noteObject(database.db, object, after(database.moment(), unclaimedMillis));
      await mustBeThere().put({ name: object, bytes: sealed, sha256 });
      return { object };
    },
    get: async (kept) => {
      if ('bytes' in kept) return kept.bytes;
      const sha256 = sha256In(kept.object);
      // A second time, because the way may have altered what the bucket still holds.
      for (let attempt = 1; attempt <= 2; attempt += 1) {
        const bytes = await mustBeThere().get(kept.object);
        if (!bytes) break;
        if (hash('sha256', bytes, 'hex') === sha256) return bytes;
      }
      throw new ObjectLost();
    },
  };
}

/**
 * A name that was never used before: 128 random bits, which say nothing of whose it is, and the SHA-256 of the sealed bytes, so
 * that whoever reads the row knows which bytes it names.
 */
function nameOf(sha256: string): string {
  return `${randomBytes(16).toString('hex')}-${sha256}`;
}

function sha256In(object: string): string | undefined {
  return object.split('-')[1];
}
