/** Calls that add, replace, remove and read documents: on the server first, then in the page's state (D29, D44). */
import type { Application } from '../../api/application.ts';
import type { Document } from '../../api/document.ts';
import { documentsPerApplication, largestDocument } from '../../form/lists/document-limits.ts';
import type { Failure } from '../api/api-client.ts';
import { sendForm } from '../api/upload-call.ts';
import type { Calls } from './calls.ts';
import type { Failures } from './failures.ts';
import type { LiveSession, UploadProblem } from './page-state.ts';
import type { SaveQueue } from './save-queue.ts';
import type { EffectContext } from './store.ts';

/** A document to be sent; with the same key it is never added twice. */
export interface Upload {
  readonly file: File;
  readonly idempotencyKey: string;
  /** The id of the document that it replaces. */
  readonly replaces?: string | undefined;
}

/**
 * What came of an upload: the document as the server stores it, why this file cannot be used or did not get through,
 * the failure of the call, or nothing where it was cancelled.
 */
export type UploadResult =
  | { readonly document: Document }
  | { readonly reason: UploadProblem; readonly mayTryAgain: boolean }
  | { readonly failure: Failure }
  | undefined;

/** An upload of a file just chosen. */
export function newUpload(file: File, replaces?: string): Upload {
  return { file, idempotencyKey: crypto.randomUUID(), replaces };
}

/** What is wrong with a file whatever its content is, so that it need not be sent. */
export function problemBefore({ size }: File): UploadProblem | undefined {
  if (size === 0) return 'empty';
  return size > largestDocument ? 'too_large' : undefined;
}

/** True while the application has room for another document. */
export function hasRoom(documents: readonly Document[]): boolean {
  return documents.length < documentsPerApplication;
}

/** The address of a document's picture, which the browser fetches and stores nowhere; undefined where it is none. */
export function pictureOf(session: LiveSession | null, { id, contentType }: Document): string | undefined {
  if (!session || !contentType.startsWith('image/')) return undefined;
  return `/api/v1/document/${id}?session=${session.webSessionId}`;
}

function refused(failure: Failure): UploadResult {
  const { status, code } = failure;
  const ofFile = failure.errors.find(({ field }) => field === 'document');
  if (ofFile) return { reason: ofFile, mayTryAgain: false };
  if (status === 413) return { reason: 'too_large', mayTryAgain: false };
  const isStillRunning = code === 'conflict' && failure.retryAfter !== null;
  if (status === 0 || isStillRunning) return { reason: 'failed', mayTryAgain: true };
  return code === 'conflict' ? { reason: 'too_many', mayTryAgain: false } : { failure };
}

export interface Documents {
  /** Sends a document once every save before it is done. `onProgress` gets whole percent; `signal` cancels. */
  readonly upload: (
    upload: Upload,
    onProgress: (percent: number) => void,
    signal: AbortSignal,
  ) => Promise<UploadResult>;
  /** False where the document could not be removed, which an alert says. */
  readonly remove: (document: Document, tryAgain: () => void) => Promise<boolean>;
  /** Asks the server, in the order of saves, which documents it has: one whose response never came can be among them. */
  readonly read: () => void;
}

export function createDocuments(
  { getState, dispatch, send }: EffectContext,
  queue: SaveQueue,
  calls: Calls,
  { report }: Failures,
): Documents {
  const deletion = (id: string, tryAgain?: () => void) =>
    calls.inOrder('document', () => ({ method: 'DELETE', path: `/document/${id}` }), tryAgain);

  return {
    upload: async ({ file, idempotencyKey, replaces }, onProgress, signal) => {
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
      // The application that it was for can be over, or forgotten.
      if (!response || getState().applicationId !== applicationId) return undefined;
      if (!response.ok) return refused(response);
      const document = response.body;
      // Cancelled when all of it was sent: it is removed again, or has to be shown.
      if (signal.aborted && replaces === undefined && (await deletion(document.id))?.ok) return undefined;
      dispatch({ type: 'documentAdded', document });
      return { document };
    },

    remove: async (document, tryAgain) => {
      const response = await deletion(document.id, tryAgain);
      if (!response) return false;
      // What is removed already counts as removed (D8).
      if (!response.ok && response.status !== 404) {
        report('document', response, tryAgain);
        return false;
      }
      dispatch({ type: 'documentRemoved', document });
      return true;
    },

    read: () => {
      const { applicationId } = getState();
      // A screen that closes because everything was forgotten has nothing to ask for.
      if (applicationId === null) return;
      queue.add<Application>({
        send: () => send({ method: 'GET', path: `/application/${applicationId}` }),
        kept: ({ documents = [] }) => dispatch({ type: 'documentsRead', documents }),
        // Where the call fails, the page goes on with the documents that it knows.
        refused: () => 'on',
      });
    },
  };
}
