/** The papers of the application: added, replaced and removed on the server first, then in what the page knows (D29, D44). */
import type { Document } from '../../api/document.ts';
import { documentRefusals } from '../../form/catalogue.ts';
import { documentsPerApplication, largestDocument } from '../../form/document-limits.ts';
import type { Answer, Failure } from './api-client.ts';
import type { PageSession } from './page-session.ts';
import { withDocuments } from './page-state.ts';
import { sendForm } from './upload-call.ts';

/** A paper on its way; the same one sent again adds nothing twice. */
export interface Upload {
  readonly file: File;
  readonly idempotencyKey: string;
  /** The paper whose place it takes. */
  readonly replaces?: string | undefined;
}

/**
 * What came of an upload: the paper as the server keeps it, why this file cannot be used or did not get through, the
 * failure of the call, or nothing where it was called off.
 */
export type UploadResult =
  | { readonly document: Document }
  | { readonly refusal: string; readonly mayTryAgain: boolean }
  | { readonly failure: Failure }
  | undefined;

/** An upload of a file just chosen. */
export function newUpload(file: File, replaces?: string): Upload {
  return { file, idempotencyKey: crypto.randomUUID(), replaces };
}

/** Why a file needs not be sent at all: what the server would refuse whatever is in it. */
export function refusalBefore(file: File): string | undefined {
  if (file.size === 0) return documentRefusals.empty;
  if (file.size > largestDocument) return documentRefusals.too_large;
  return undefined;
}

/** True while the application has room for another paper. */
export function hasRoom(documents: readonly Document[]): boolean {
  return documents.length < documentsPerApplication;
}

/** The address of a paper's picture, which the browser fetches and keeps nowhere; undefined where it is none. */
export function pictureOf({ store }: PageSession, { id, contentType }: Document): string | undefined {
  const webSessionId = store.get().session?.webSessionId;
  if (webSessionId === undefined || !contentType.startsWith('image/')) return undefined;
  return `/api/v1/document/${id}?session=${webSessionId}`;
}

function changeDocuments(
  { store }: PageSession,
  change: (documents: readonly Document[]) => readonly Document[],
): void {
  store.set((state) => withDocuments(state, change(state.documents)));
}

function refused(failure: Failure): UploadResult {
  const ofFile = failure.errors.find(({ field }) => field === 'document');
  if (ofFile) return { refusal: ofFile.message, mayTryAgain: false };
  if (failure.status === 413) return { refusal: documentRefusals.too_large, mayTryAgain: false };
  const isStillRunning = failure.code === 'conflict' && failure.comeBack;
  if (failure.status === 0 || isStillRunning) return { refusal: documentRefusals.failed, mayTryAgain: true };
  if (failure.code === 'conflict') return { refusal: documentRefusals.too_many, mayTryAgain: false };
  return { failure };
}

/**
 * Sends a paper once everything before it is kept. `onProgress` gets whole percent of what was sent; `signal` calls
 * the upload off.
 */
export async function uploadDocument(
  session: PageSession,
  { file, idempotencyKey, replaces }: Upload,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<UploadResult> {
  const applicationId = await session.allKept('document');
  if (signal.aborted) return undefined;
  if (applicationId === undefined) return undefined;
  const form = new FormData();
  if (replaces === undefined) {
    form.append('applicationId', applicationId);
    form.append('documentType', 'proof_of_entity');
  }
  form.append('document', file);
  const answer: Answer<Document> | undefined = await sendForm<Document>(
    {
      method: replaces === undefined ? 'POST' : 'PUT',
      path: replaces === undefined ? '/document' : `/document/${replaces}`,
      webSessionId: session.store.get().session?.webSessionId ?? '',
      idempotencyKey,
      form,
    },
    onProgress,
    signal,
  );
  if (!answer) return undefined;
  if (!answer.ok) return refused(answer);
  const document = answer.body;
  if (signal.aborted && replaces === undefined && (await isTakenBack(session, document.id))) return undefined;
  changeDocuments(session, (documents) =>
    documents.some(({ id }) => id === document.id)
      ? documents.map((other) => (other.id === document.id ? document : other))
      : [...documents, document],
  );
  return { document };
}

/** Takes back a paper that was called off when all of it was sent; false where it has to stay, and to be shown. */
async function isTakenBack(session: PageSession, id: string): Promise<boolean> {
  const answer = await session.callInOrder('document', () => ({
    method: 'DELETE',
    path: `/document/${id}`,
  }));
  return answer?.ok ?? false;
}

/** Removes a paper; one that is gone already is gone (D8). False where it is still there, which an alert says. */
export async function removeDocument(
  session: PageSession,
  id: string,
  tryAgain: () => void,
): Promise<boolean> {
  const answer = await session.callInOrder('document', () => ({
    method: 'DELETE',
    path: `/document/${id}`,
  }));
  if (!answer) return false;
  if (!answer.ok && answer.status !== 404) {
    session.report('document', answer, tryAgain);
    return false;
  }
  changeDocuments(session, (documents) => documents.filter((document) => document.id !== id));
  return true;
}
