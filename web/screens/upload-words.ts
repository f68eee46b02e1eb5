/** What is said about uploads. */
import type { Copy } from '../../copy/copy.ts';
import { customScreensCopy, documentsCopy } from '../copy/custom-screens-copy.ts';
import type { UploadError, UploadState } from '../state/page-state.ts';

/** Why an upload waits: without a network as everywhere (D44), else because the server could not take it yet. */
export function waitingText({ noConnection }: Copy['page'], because: 'offline' | 'failing'): string {
  return because === 'offline' ? noConnection : customScreensCopy.proof.failing;
}

/** Which file was not added, and why. */
export function refusedUploadText({ fileName, reason }: UploadError): string {
  const { damaged, notAdded } = customScreensCopy.proof;
  if (reason === 'broken_pdf' || reason === 'broken_image') return damaged(fileName);
  const why = typeof reason === 'string' ? documentsCopy.documentErrors[reason] : reason.message;
  return `${notAdded(fileName)} ${why}`;
}

/** What a screen reader announces about an upload or a removal. */
export function spokenUpload(said: NonNullable<UploadState['said']>): string {
  const spoken = {
    started: customScreensCopy.uploading,
    half: customScreensCopy.uploadHalf,
    added: customScreensCopy.uploadDone,
    removed: customScreensCopy.removed,
  };
  return spoken[said.what](said.fileName);
}
