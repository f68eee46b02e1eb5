/**
 * Moves the sealed bytes of documents into the bucket or out of it, while the server serves. Nothing is opened. A document’s row
 * names the new copy only once that was read back as it is, and the old one goes after that; so an interrupted run has lost
 * nothing and is finished by the next one.
 */
import { hash } from 'node:crypto';
import {
  type BytesAsRead,
  countDocuments,
  documentsIn,
  findDocument,
  type KeptBytes,
  moveDocument,
} from '../../db/queries/documents.ts';
import { inTransaction, type WritableStore } from '../../security/in-transaction.ts';
import { type DocumentStore, type DocumentsIn, ObjectLost } from './document-store.ts';

export interface MovedDocuments {
  /** Documents that this run has moved. */
  readonly moved: number;
  /** Ids of those whose object is missing or altered: they stay as they are. */
  readonly lost: readonly string[];
  /** How many are left where they were: those that are lost, and those that changed or came meanwhile. */
  readonly left: number;
}

/** Documents moved at the same time: each is held in memory twice. */
const atOnce = 4;

/** @throws DocumentsUnavailable where the bucket is away; what was moved until then stays moved */
export async function moveDocuments(
  store: WritableStore & { readonly documents: DocumentStore },
  to: DocumentsIn,
): Promise<MovedDocuments> {
  const { db } = store.database;
  const from = to === 'bucket' ? 'database' : 'bucket';
  const lost: string[] = [];
  let moved = 0;
  const moveOne = async (id: string): Promise<void> => {
    try {
      if (await move(store, id, to)) moved += 1;
    } catch (error) {
      if (!(error instanceof ObjectLost)) throw error;
      lost.push(id);
    }
  };
  const moving: Promise<void>[] = [];
  const allMoved = async (): Promise<void> => {
    for (const end of await Promise.allSettled(moving.splice(0)))
      if (end.status === 'rejected') throw end.reason;
  };
  try {
    for await (const id of documentsIn(db, from)) {
      moving.push(moveOne(id));
      if (moving.length === atOnce) await allMoved();
    }
    await allMoved();
  } finally {
    // What was begun ends before the run does.
    await Promise.allSettled(moving);
  }
  return { moved, lost, left: await countDocuments(db, from) };
}

/** Moves one document; returns false where it was replaced, removed or moved meanwhile. */
async function move(
  store: WritableStore & { readonly documents: DocumentStore },
  id: string,
  to: DocumentsIn,
): Promise<boolean> {
  const { database, documents } = store;
  const was = await findDocument(database.db, id);
  if (!was) return false;
  const content = await copied(documents, was.content, to);
  const original = was.original && (await copied(documents, was.original, to));
  return inTransaction(store, ({ transaction }) =>
    moveDocument(
      transaction,
      id,
      { content: content.was, original: original?.was ?? null },
      { content: content.is, original: original?.is ?? null },
    ),
  );
}

/** A copy of sealed bytes, read back. */
async function copied(
  documents: DocumentStore,
  kept: KeptBytes,
  to: DocumentsIn,
): Promise<{ readonly was: BytesAsRead['content']; readonly is: KeptBytes }> {
  const bytes = await documents.get(kept);
  const is = await documents.put(bytes, to);
  if (!(await documents.get(is)).equals(bytes)) throw new ObjectLost();

  return { was: 'object' in kept ? kept : { sha256: hash('sha256', bytes, 'buffer') }, is };
}
