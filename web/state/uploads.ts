/** The upload of the session: one at a time; it continues on every screen (D44). */
import type { Document } from '../../api/document.ts';
import { smallerPhoto } from '../photos/smaller-photo.ts';
import type { Documents, Upload } from './documents.ts';
import { createDocuments, problemBefore } from './documents.ts';
import type { Parts } from './page.ts';
import type { UploadProblem, UploadState } from './page-state.ts';

/** A document as the server keeps it, and the file that was sent. */
export interface Sent {
  readonly document: Document;
  readonly file: File;
}

export interface Uploads extends Pick<Documents, 'remove'> {
  /** Sends a document if none is being sent; undefined if it was not added. */
  readonly send: (upload: Upload) => Promise<Sent | undefined>;
  readonly cancel: () => void;
  /**
   * Call on a screen that shows uploads, and the returned function when it closes. On other screens an alert says what
   * failed.
   */
  readonly watch: () => () => void;
  /** Resolves when nothing is being sent; with false if a document could not be added, which is shown. */
  readonly settled: () => Promise<boolean>;
}

/** Percent shown at most before the response: that all bytes are sent does not mean that the document is accepted. */
const mostBeforeResponse = 99;

export function createUploads(parts: Parts): Uploads {
  const { dispatch } = parts.context;
  const documents = createDocuments(parts);
  let controller: AbortController | undefined;
  let running: Promise<Sent | undefined> | undefined;
  /** The key of an upload that got no response; the server may have stored the document. */
  let unconfirmed: string | undefined;
  let watching = 0;

  const show = (upload: Partial<UploadState>) => dispatch({ type: 'uploadChanged', upload });

  function fail({ file }: Upload, reason: UploadProblem, tryAgain?: () => void): void {
    const { name: fileName } = file;
    show({ uploadError: { fileName, reason, tryAgain } });
    if (watching === 0) dispatch({ type: 'uploadFailed', fileName, reason, tryAgain });
  }

  async function run(chosen: Upload, { signal }: AbortController): Promise<Sent | undefined> {
    const { name: fileName } = chosen.file;
    // Another document was chosen instead of the unconfirmed one; if that was stored, it must be shown.
    if (unconfirmed !== undefined && unconfirmed !== chosen.idempotencyKey) documents.read();
    unconfirmed = undefined;
    show({ underWay: { fileName, percent: 0 }, said: { what: 'started', fileName } });
    // The limits are for what is sent: a large photo passes once it is smaller.
    const upload = { ...chosen, file: await smallerPhoto(chosen.file) };
    const problem = signal.aborted ? undefined : problemBefore(upload.file);
    if (signal.aborted || problem !== undefined) {
      show({ underWay: null, said: null });
      if (problem !== undefined) fail(chosen, problem);
      return undefined;
    }
    const onProgress = (sent: number) =>
      show({
        underWay: { fileName, percent: Math.min(sent, mostBeforeResponse) },
        ...(sent >= 50 && { said: { what: 'half', fileName } }),
      });
    const result = await documents.upload(upload, onProgress, signal);
    const isAdded = !signal.aborted && result && 'document' in result;
    show({ underWay: null, said: isAdded ? { what: 'added', fileName } : null });
    if (isAdded) return { document: result.document, file: upload.file };
    if (signal.aborted || !result || 'document' in result) return undefined;
    const again = () => void send(upload);
    if ('reason' in result) {
      if (result.mayTryAgain) unconfirmed = upload.idempotencyKey;
      fail(upload, result.reason, result.mayTryAgain ? again : undefined);
      return undefined;
    }
    parts.failures.report('document', result.failure, again);
    if (result.failure.status !== 401) show({ uploadError: { fileName, reason: 'failed', tryAgain: again } });
    return undefined;
  }

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
    watch: () => {
      watching += 1;
      return () => {
        watching -= 1;
        show({ said: null });
        if (unconfirmed !== undefined) documents.read();
      };
    },
    settled: async () => {
      if (!running) return true;
      return (await running) !== undefined || controller?.signal.aborted === true;
    },
  };
}
