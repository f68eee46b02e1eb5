/** Adds, replaces, removes and lists documents, first on the server, then in the page's state (D29, D44). */
import type { Application } from '../../api/application.ts';
import type { Document } from '../../api/document.ts';
import {
  documentErrors,
  documentsPerApplication,
  largestDocument,
} from '../../form/limits/document-limits.ts';
import type { Failure } from '../api/api-client.ts';
import { sendForm } from '../api/upload-call.ts';
import type { Parts } from './page.ts';
import type { LiveSession, UploadProblem } from './page-state.ts';

/**
 * The result of an upload: the stored document, the reason why the file was refused, or the failed call; undefined if the upload
 * was canceled.
 */
export type UploadResult =
  | { readonly document: Document }
  | { readonly reason: UploadProblem }
  | { readonly failure: Failure }
  | undefined;

export type Upload = ReturnType<typeof newUpload>;

/**
 * Returns the upload of a file. Because of the upload's key, the server adds the file only once. `replaces` is the id of the
 * document that the file replaces.
 */
export function newUpload(file: File, replaces?: string) {
  return { file, idempotencyKey: crypto.randomUUID(), replaces };
}

/** Returns the reason why a file's size would be refused; undefined if the size is accepted. */
export function problemBefore({ size }: File): UploadProblem | undefined {
  if (size === 0) return 'empty';
  return size > largestDocument ? 'too_large' : undefined;
}

/** Returns true if the application may have another document. */
export function canAddDocument(documents: readonly Document[]): boolean {
  return documents.length < documentsPerApplication;
}

/**
 * Returns the URL of a picture, which the browser does not cache; undefined if the document is not a picture or there is no
 * session.
 */
export function pictureOf(session: LiveSession | null, { id, contentType }: Document): string | undefined {
  if (!session || !contentType.startsWith('image/')) return undefined;
  return `/api/v1/document/${id}?session=${session.webSessionId}`;
}

/** Returns the reason why the server refused the file; undefined if it refused the call for another reason. */
function problemOf({ status, errors }: Failure): UploadProblem | undefined {
  const ofFile = errors.find(({ field }) => field === 'document');
  if (ofFile) return documentErrors.find((known) => known === ofFile.reason) ?? ofFile;
  return status === 413 ? 'too_large' : undefined;
}

export function createDocuments({ context, queue, calls, failures }: Parts) {
  const { getState, dispatch, send } = context;
  const deletion = (id: string, tryAgain?: () => void) =>
    calls.inOrder('document', () => ({ method: 'DELETE', path: `/document/${id}` }), tryAgain);

  /**
   * Returns the result of a refused upload. A conflict response does not state the reason, so this function reads the current
   * application.
   */
  async function refused(failure: Failure, applicationId: string, isNew: boolean): Promise<UploadResult> {
    const reason = problemOf(failure);
    if (reason !== undefined) return { reason };
    // A conflict with `Retry-After` means that the same upload is still running on the server.
    if (failure.code !== 'conflict' || failure.retryAfter !== null) return { failure };
    const response = await send<Application>({ method: 'GET', path: `/application/${applicationId}` });
    if (!response.ok) return { failure };
    const { status, documents = [] } = response.body;
    dispatch({ type: 'documentsRead', documents });
    if (status !== 'draft') return { reason: 'submitted' };
    return isNew && !canAddDocument(documents) ? { reason: 'too_many' } : { failure };
  }

  return {
    /** Sends a document once all earlier saves are done. Calls `onProgress` with the progress in whole percent. */
    upload: async (
      { file, idempotencyKey, replaces }: Upload,
      onProgress: (percent: number) => void,
      signal: AbortSignal,
    ): Promise<UploadResult> => {
      const applicationId = await calls.allSaved('document');
      if (signal.aborted || applicationId === undefined) return undefined;
      const form = new FormData();
      if (replaces === undefined) {
        form.append('applicationId', applicationId);
        form.append('documentType', 'proof_of_entity');
      }
      form.append('document', file);
      const response = await sendForm<Document>(
        {
          method: replaces === undefined ? 'POST' : 'PUT',
          path: replaces === undefined ? '/document' : `/document/${replaces}`,
          webSessionId: getState().session?.webSessionId ?? '',
          idempotencyKey,
          form,
        },
        onProgress,
        signal,
      );
      // The application may have ended during the upload.
      if (!response || getState().applicationId !== applicationId) return undefined;
      if (!response.ok) return refused(response, applicationId, replaces === undefined);
      const document = response.body;
      // The upload was canceled after everything had been sent, so remove the document again. If that fails, show the document.
      if (signal.aborted && replaces === undefined && (await deletion(document.id))?.ok) return undefined;
      dispatch({ type: 'documentAdded', document });
      return { document };
    },

    /** Removes a document. Resolves to false if the removal failed; an alert says so. */
    remove: async (document: Document, tryAgain: () => void): Promise<boolean> => {
      const response = await deletion(document.id, tryAgain);
      if (!response) return false;
      // A document that no longer exists counts as removed (D8).
      if (!response.ok && response.status !== 404) {
        failures.report('document', response, tryAgain);
        return false;
      }
      dispatch({ type: 'documentRemoved', document });
      return true;
    },

    /**
     * Reads the list of documents once all earlier saves are done. The list may contain a document whose upload got no response.
     */
    read: (): void => {
      const { applicationId } = getState();
      if (applicationId === null) return;
      queue.add<Application>({
        send: () => send({ method: 'GET', path: `/application/${applicationId}` }),
        kept: ({ documents = [] }) => dispatch({ type: 'documentsRead', documents }),
        // If the call fails, the page still shows the documents it knows about.
        refused: () => 'on',
      });
    },
  };
}
