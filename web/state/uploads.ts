/** Uploads one document at a time. An upload continues when the person goes to another screen (D44). */
import type { Document } from '../../api/document.ts';
import { nameToSend } from '../../form/lists/accepted-documents.ts';
import { afterFailure } from '../api/after-failure.ts';
import { isUnanswered } from '../api/retries.ts';
import { canBeRead } from '../photos/picture-type.ts';
import { smallerPhoto } from '../photos/smaller-photo.ts';
import { createDocuments, problemBefore, type Upload, type UploadResult } from './documents.ts';
import type { Parts } from './page.ts';
import type { UploadInProgress, UploadProblem, UploadState } from './page-state.ts';

/** Returns the file with the name that is sent to the server. */
function withNameToSend(file: File): File {
  const name = nameToSend(file.name);
  return name === file.name ? file : new File([file], name, { type: file.type });
}

/** A stored document, and the file that was sent for it. */
interface Sent {
  readonly document: Document;
  readonly file: File;
}

export function createUploads(parts: Parts) {
  const { dispatch } = parts.context;
  const documents = createDocuments(parts);
  let controller: AbortController | undefined;
  let running: Promise<Sent | undefined> | undefined;
  let watching = 0;

  const show = (upload: Partial<UploadState>) => dispatch({ type: 'uploadChanged', upload });

  /** Sends a file until it is accepted or refused. Pauses after each temporary failure (D44). */
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
      const result = await documents.upload(upload, onProgress, signal);
      if (signal.aborted || !result || !('failure' in result)) {
        // The upload was canceled after an attempt that got no response. If the server has stored the document, the page must
        // show it.
        if (signal.aborted && failedBefore > 0) documents.read();
        return result;
      }
      const { failure } = result;
      // If a browser cannot read a file, it reports the same error as for no network connection.
      if (isUnanswered(failure) && !(await canBeRead(upload.file))) return { reason: 'gone' };
      const step = afterFailure(failure, { failedBefore, isTold, isAwaited: false }, Math.random);
      if (!step) return result;
      const { over, end } = parts.retries.pause(step);
      signal.addEventListener('abort', end);
      showUnderWay({ percent: 0, waits: { because: step.state, tryNow: end } });
      if (step.tell) {
        isTold = true;
        parts.failures.report('document', failure, end);
      }
      await over;
    }
  }

  async function run(chosen: Upload, { signal }: AbortController): Promise<Sent | undefined> {
    const { name: fileName } = chosen.file;
    show({ underWay: { fileName, percent: 0 }, said: { what: 'started', fileName } });
    // A photo over the size limit may be within the limit once it is shrunk.
    const smaller = await smallerPhoto(chosen.file);
    const upload = { ...chosen, file: withNameToSend(smaller instanceof File ? smaller : chosen.file) };
    const problem = smaller instanceof File ? problemBefore(smaller) : smaller;
    const result: UploadResult =
      problem !== undefined ? { reason: problem } : signal.aborted ? undefined : await sent(upload, signal);
    const isAdded = !signal.aborted && result && 'document' in result;
    show({ underWay: null, said: isAdded ? { what: 'added', fileName } : null });
    if (isAdded) return { document: result.document, file: upload.file };
    if (signal.aborted || !result || 'document' in result) return undefined;
    const fail = (reason: UploadProblem, tryAgain?: () => void) =>
      show({ uploadError: { fileName, reason, replaces: chosen.replaces, tryAgain } });
    if ('reason' in result) {
      fail(result.reason);
      return undefined;
    }
    const again = () => void send(upload);
    parts.failures.report('document', result.failure, again);
    if (result.failure.status !== 401) fail('failed', again);
    return undefined;
  }

  /** Sends a document, unless another document is being sent. Resolves to undefined if the document was not added. */
  async function send(upload: Upload): Promise<Sent | undefined> {
    if (running) return undefined;
    show({ uploadError: null });
    controller = new AbortController();
    running = run(upload, controller).finally(() => {
      running = undefined;
    });
    return running;
  }

  const cancel = () => controller?.abort();
  parts.onForget(cancel);

  return {
    send,
    remove: documents.remove,
    cancel,
    /** Removes the error of the refused upload from the page. */
    dismiss: () => show({ uploadError: null }),
    /** Tells the page that the current screen shows uploads itself. Call the returned function when the screen closes. */
    watch: () => {
      watching += 1;
      show({ isOnScreen: true });
      return () => {
        watching -= 1;
        show({ said: null, isOnScreen: watching > 0 });
      };
    },
    /**
     * Resolves when no upload is in progress. Resolves to false if the document could not be added, which the page shows, and
     * otherwise to true.
     */
    settled: async (): Promise<boolean> => {
      if (!running) return true;
      return (await running) !== undefined || controller?.signal.aborted === true;
    },
  };
}
