/** Moves encrypted documents into or out of the bucket while the server runs. Verifies each copy before a row refers to it. */
import { hash } from 'node:crypto';
import type { KeptBytes } from '../../db/queries/documents.ts';
import { countDocuments, documentsIn, findDocument, moveDocument } from '../../db/queries/documents.ts';
import { inTransaction, type WritableStore } from '../../security/in-transaction.ts';
import { type DocumentStore, type DocumentsIn, ObjectLost } from './document-store.ts';

/** Number of documents that are moved in parallel. Each of these documents is in memory twice. */
const parallelMoves = 4;

/**
 * Moves all documents. Returns the number of `moved` documents, the ids of `lost` ones, and the number `left` in the old place. A
 * document is lost if its object is missing or altered. `left` includes lost documents, and documents that were added or changed
 * during the run. If this throws DocumentsUnavailable, documents that were already moved stay moved.
 */
export async function moveDocuments(
  store: WritableStore & { readonly documents: DocumentStore },
  to: DocumentsIn,
) {
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
  const ids: string[] = [];
  /** Moves the collected documents in parallel. If one of them fails, waits for the others before it rejects. */
  const moveAll = async (): Promise<void> => {
    for (const end of await Promise.allSettled(ids.splice(0).map(moveOne)))
      if (end.status === 'rejected') throw end.reason;
  };
  for await (const id of documentsIn(db, from)) if (ids.push(id) === parallelMoves) await moveAll();
  await moveAll();
  return { moved, lost, left: await countDocuments(db, from) };
}

/** Moves one document. Returns false if it was replaced, deleted or moved by another call in the meantime. */
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
  const before = { content: content.was, original: original?.was ?? null };
  const after = { content: content.is, original: original?.is ?? null };
  return inTransaction(store, ({ transaction }) => moveDocument(transaction, id, before, after));
}

/** Copies encrypted bytes and compares the copy. Throws ObjectLost if the source or the copy is missing or altered. */
async function copied(documents: DocumentStore, kept: KeptBytes, to: DocumentsIn) {
  const bytes = await documents.get(kept);
  const is = await documents.put(bytes, to);
  if (!(await documents.get(is)).equals(bytes)) throw new ObjectLost();
  return { was: 'object' in kept ? kept : { sha256: hash('sha256', bytes, 'buffer') }, is };
}
