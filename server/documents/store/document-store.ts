/**
 * Stores encrypted documents in their rows or as objects in a bucket (`docs/decisions/document-store.md`). Before the server
 * stores an object, it records the object's name in `document_object`. The transaction that writes the document's row deletes
 * this record. A trigger restores the record when the document is deleted, replaced or moved out of the bucket. The sweeper
 * deletes objects whose record is due.
 */
import { hash, randomBytes } from 'node:crypto';
import type { Settings } from '../../config/settings.ts';
import { after, type Timed } from '../../db/clock.ts';
import { type KeptBytes, recordObject } from '../../db/queries/documents.ts';
import { type Bucket, type BucketOptions, DocumentsUnavailable, openBucket } from './bucket.ts';

/** The place where the bytes of documents are stored. */
export type DocumentsIn = Settings['newDocuments'];

export type DocumentStore = ReturnType<typeof openDocumentStore>;

/** Thrown if an object is missing or altered. This is harmless if the document's row refers to a different object by now. */
export class ObjectLost extends Error {
  override readonly name = 'ObjectLost';

  constructor() {
    super('An object of the bucket is missing or altered.');
  }
}

/** Milliseconds after which a stored object is deleted if no row refers to it. */
const unclaimedMillis = 24 * 60 * 60_000;

/** Returns the document store. Does not contact the bucket until a document is read or written. */
export function openDocumentStore(
  settings: Settings,
  database: Timed,
  options: Pick<BucketOptions, 'observe'> = {},
) {
  const { documentsUrl: address, newDocuments, documentsCredentialsFile: credentialsFile } = settings;
  const bucket =
    address &&
    openBucket({
      address,
      accessKeyId: settings.documentsAccessKeyId,
      secretAccessKey: settings.documentsSecretAccessKey,
      credentialsFile,
      ...(credentialsFile === undefined && {
        containerCredentials: settings.awsContainerCredentials,
        containerTokenFile: settings.awsContainerTokenFile,
      }),
      ...options,
    });
  const requireBucket = (): Bucket => {
    if (!bucket) throw new DocumentsUnavailable('DOCUMENTS_URL');
    return bucket;
  };

  return {
    /** The bucket, or undefined if none is configured. */
    bucket,
    /**
     * Stores encrypted bytes in the bucket, or returns them for the document's row if they belong in the database. Call it
     * outside of any transaction, before the row is written. May throw DocumentsUnavailable.
     */
    put: async (sealed: Buffer, to: DocumentsIn = bucket ? newDocuments : 'database'): Promise<KeptBytes> => {
      if (to === 'database') return { bytes: sealed };
      const sha256 = hash('sha256', sealed, 'hex');
      // The random part of the name does not reveal whose document it is. The hash lets a reader of the row verify the bytes.
      const object = `${randomBytes(16).toString('hex')}-${sha256}`;
      await recordObject(database.db, object, after(database.moment(), unclaimedMillis));
      await requireBucket().put({ name: object, bytes: sealed, sha256 });
      return { object };
    },
    /** Returns the encrypted bytes of a document. May throw DocumentsUnavailable or ObjectLost. */
    get: async (kept: KeptBytes): Promise<Buffer> => {
      if ('bytes' in kept) return kept.bytes;
      const [, sha256] = kept.object.split('-');
      // If the bytes are altered, the object is read a second time, because they may have been altered only in transfer.
      for (let attempt = 1; attempt <= 2; attempt += 1) {
        const bytes = await requireBucket().get(kept.object);
        if (!bytes) break;
        if (hash('sha256', bytes, 'hex') === sha256) return bytes;
      }
      throw new ObjectLost();
    },
  };
}
