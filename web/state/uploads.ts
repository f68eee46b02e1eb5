/** Uploads and removes documents, one upload at a time. An upload continues when the person goes to another screen (D29, D44). */
import type { Application } from '../../api/application.ts';
import type { Document } from '../../api/document.ts';
import {
  documentErrors,
  documentsPerApplication,
  largestDocument,
} from '../../form/limits/document-limits.ts';
import { nameToSend } from '../../form/lists/accepted-documents.ts';
import { afterFailure } from '../api/after-failure.ts';
import type { Failure } from '../api/api-client.ts';
import { isUnanswered } from '../api/retries.ts';
import { sendForm } from '../api/upload-call.ts';
import { canBeRead } from '../photos/picture-type.ts';
import { smallerPhoto } from '../photos/smaller-photo.ts';
import type { Parts } from './page.ts';
import type { LiveSession, UploadInProgress, UploadProblem, UploadState } from './page-state.ts';

/** The stored document, the reason why the file was refused, or the failed call. Undefined if the upload was canceled. */
type UploadResult =
  | { readonly document: Document }
  | { readonly reason: UploadProblem }
  | { readonly failure: Failure }
  | undefined;

export type Upload = ReturnType<typeof newUpload>;

/**
 * Returns a new upload. Its idempotency key prevents a second copy of the document if the call is repeated. `replaces` is the id
 * of the document to replace.
 */
export function newUpload(file: File, replaces?: string) {
  return { file, idempotencyKey: crypto.randomUUID(), replaces };
}

export function canAddDocument(documents: readonly Document[]): boolean {
  return documents.length < documentsPerApplication;
}

/** Returns the URL of a document that is a picture. Undefined if the document is not a picture or if there is no session. */
export function pictureOf(session: LiveSession | null, { id, contentType }: Document): string | undefined {
  if (!session || !contentType.startsWith('image/')) return undefined;
  return `/api/v1/document/${id}?session=${session.webSessionId}`;
}

/** Returns the reason why the server would refuse a file of this size; undefined if the size is accepted. */
function problemBefore({ size }: File): UploadProblem | undefined {
  if (size === 0) return 'empty';
  return size > largestDocument ? 'too_large' : undefined;
}

/** Returns the reason why the server refused the file; undefined if it refused the call for another reason. */
function problemOf({ status, errors }: Failure): UploadProblem | undefined {
  const ofFile = errors.find(({ field }) => field === 'document');
  if (ofFile) return documentErrors.find((known) => known === ofFile.reason) ?? ofFile;
  return status === 413 ? 'too_large' : undefined;
}

function withNameToSend(file: File): File {
  const name = nameToSend(file.name);
  return name === file.name ? file : new File([file], name, { type: file.type });
}

export function createUploads({ context, queue, calls, failures, retries, onForget }: Parts) {
  const { getState, dispatch } = context;
  let controller: AbortController | undefined;
  let running: ReturnType<typeof run> | undefined;
  let watching = 0;

  const show = (upload: Partial<UploadState>) => dispatch({ type: 'uploadChanged', upload });
  const read = (applicationId: string) =>
    context.send<Application>({ method: 'GET', path: `/application/${applicationId}` });
  const deletion = (id: string, tryAgain?: () => void) =>
    calls.inOrder('document', () => ({ method: 'DELETE', path: `/document/${id}` }), tryAgain);

  /** Returns the result of a refused upload. If a conflict has no `Retry-After`, reads the application to find the reason. */
  async function refused(failure: Failure, applicationId: string, isNew: boolean): Promise<UploadResult> {
    const reason = problemOf(failure);
    if (reason !== undefined) return { reason };
    // A conflict with `Retry-After` means that the same upload is still running on the server.
    if (failure.code !== 'conflict' || failure.retryAfter !== null) return { failure };
    const response = await read(applicationId);
    if (!response.ok) return { failure };
    const { status, documents = [] } = response.body;
    dispatch({ type: 'documentsRead', documents });
    if (status !== 'draft') return { reason: 'submitted' };
    return isNew && !canAddDocument(documents) ? { reason: 'too_many' } : { failure };
  }

  /** Makes one attempt once all earlier saves are done. Calls `onProgress` with the progress in whole percent. */
  async function attempt(
    { file, idempotencyKey, replaces }: Upload,
    onProgress: (percent: number) => void,
    signal: AbortSignal,
  ): Promise<UploadResult> {
    const applicationId = await calls.allSaved('document');
    if (signal.aborted || applicationId === undefined) return undefined;
    const isNew = replaces === undefined;
    const form = new FormData();
    if (isNew) {
      form.append('applicationId', applicationId);
      form.append('documentType', 'proof_of_entity');
    }
    form.append('document', file);
    const webSessionId = getState().session?.webSessionId ?? '';
    const target = isNew
      ? ({ method: 'POST', path: '/document' } as const)
      : ({ method: 'PUT', path: `/document/${replaces}` } as const);
    const call = { ...target, webSessionId, idempotencyKey, form };
    const response = await sendForm<Document>(call, onProgress, signal);
    // The application may have ended during the upload.
    if (!response || getState().applicationId !== applicationId) return undefined;
    if (!response.ok) return refused(response, applicationId, isNew);
    const document = response.body;
    // The upload was canceled after everything had been sent, so remove the document again. If that fails, show the document.
    if (signal.aborted && isNew && (await deletion(document.id))?.ok) return undefined;
    dispatch({ type: 'documentAdded', document });
    return { document };
  }

  /** Reads the list of documents after all earlier saves. The list may contain a document whose upload got no response. */
  function readDocuments(): void {
    const { applicationId } = getState();
    if (applicationId === null) return;
    queue.add<Application>({
      send: () => read(applicationId),
      kept: ({ documents = [] }) => dispatch({ type: 'documentsRead', documents }),
      // If the call fails, the page still shows the documents it knows about.
      refused: () => 'on',
    });
  }

  /** Sends a file until the server accepts or refuses it, or until it is canceled. Pauses after each temporary failure (D44). */
  async function sent(upload: Upload, signal: AbortSignal): Promise<UploadResult> {
    const { name: fileName, size } = upload.file;
    const showUnderWay = (more: Pick<UploadInProgress, 'percent' | 'waits'>) =>
      show({ underWay: { fileName, size, ...more } });
    const onProgress = (percent: number) => {
      // Show 100 only after the response, because the server may still refuse a file that was sent completely.
      showUnderWay({ percent: Math.min(percent, 99) });
      if (percent >= 50) show({ said: { what: 'half', fileName } });
    };
    let isTold = false;
    showUnderWay({ percent: 0 });
    for (let failedBefore = 0; ; failedBefore += 1) {
      const result = await attempt(upload, onProgress, signal);
      if (signal.aborted || !result || !('failure' in result)) {
        // An attempt that got no response may have stored the document of a canceled upload. If so, the list shows this document.
        if (signal.aborted && failedBefore > 0) readDocuments();
        return result;
      }
      const { failure } = result;
      // If a browser cannot read a file, it reports the same error as for no network connection.
      if (isUnanswered(failure) && !(await canBeRead(upload.file))) return { reason: 'gone' };
      const step = afterFailure(failure, { failedBefore, isTold, isAwaited: false }, Math.random);
      if (!step) return result;
      const { over, end } = retries.pause(step);
      signal.addEventListener('abort', end);
      showUnderWay({ percent: 0, waits: { because: step.state, tryNow: end } });
      show({ said: null });
      if (step.tell) {
        isTold = true;
        failures.report('document', failure, end);
      }
      await over;
    }
  }

  /**
   * Sends a document and shows the outcome. Resolves to the stored document and the file that was sent for it, or to undefined if
   * the document was not added.
   */
  async function run(chosen: Upload, signal: AbortSignal) {
    const { name: fileName } = chosen.file;
    show({ underWay: { fileName, percent: 0 }, said: { what: 'started', fileName } });
    // Shrink the photo before checking its size, because a photo above the size limit may then be within the limit.
    const smaller = await smallerPhoto(chosen.file);
    const upload = { ...chosen, file: withNameToSend(smaller instanceof File ? smaller : chosen.file) };
    const reason = smaller instanceof File ? problemBefore(smaller) : smaller;
    const result = reason === undefined && !signal.aborted ? await sent(upload, signal) : undefined;
    const outcome = signal.aborted ? undefined : reason === undefined ? result : { reason };
    const isAdded = outcome !== undefined && 'document' in outcome;
    show({ underWay: null, said: isAdded ? { what: 'added', fileName } : null });
    if (!outcome) return undefined;
    if (isAdded) return { document: outcome.document, file: upload.file };
    const fail = (why: UploadProblem, tryAgain?: () => void) =>
      show({ uploadError: { fileName, reason: why, replaces: chosen.replaces, tryAgain } });
    if ('reason' in outcome) fail(outcome.reason);
    else {
      const again = () => void send(upload);
      failures.report('document', outcome.failure, again);
      if (outcome.failure.status !== 401) fail('failed', again);
    }
    return undefined;
  }

  /** Sends a document, unless another document is being sent. Resolves to undefined if the document was not added. */
  async function send(upload: Upload) {
    if (running) return undefined;
    show({ uploadError: null });
    controller = new AbortController();
    running = run(upload, controller.signal).finally(() => {
      running = undefined;
    });
    return running;
  }

  const cancel = () => controller?.abort();
  onForget(cancel);

  return {
    send,
    cancel,
    dismiss: () => show({ uploadError: null }),

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

    /** Tells the page that the current screen shows uploads itself. Call the returned function when the screen closes. */
    watch: () => {
      watching += 1;
      show({ isOnScreen: true });
      return () => {
        watching -= 1;
        show({ said: null, isOnScreen: watching > 0 });
      };
    },
    /** Waits for the upload in progress, if any. Resolves to false if it fails, and to true if it succeeds or is canceled. */
    settled: async (): Promise<boolean> => {
      if (!running) return true;
      return (await running) !== undefined || controller?.signal.aborted === true;
    },
  };
}
