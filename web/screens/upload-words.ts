/** Texts about uploads. */
import type { Copy } from '../../copy/copy.ts';
import { documentsCopy, customScreensCopy as words } from '../copy/custom-screens-copy.ts';
import type { UploadError, UploadState } from '../state/page-state.ts';

/**
 * Returns the text that says why an upload is waiting: because there is no network (D44), or because the server could not accept
 * it yet.
 */
export function waitingText({ noConnection }: Copy['page'], because: 'offline' | 'failing'): string {
  return because === 'offline' ? noConnection : words.proof.failing;
}

/** Returns the text that says which file was not added, and why. */
export function refusedUploadText({ fileName, reason }: UploadError): string {
  const { damaged, notAdded } = words.proof;
  if (reason === 'broken_pdf' || reason === 'broken_image') return damaged(fileName);
  const why = typeof reason === 'string' ? documentsCopy.documentErrors[reason] : reason.message;
  return `${notAdded(fileName)} ${why}`;
}

/** Returns the text that screen readers announce about an upload or a removal. */
export function spokenUpload(said: UploadState['said']): string | undefined {
  const { uploading, uploadHalf, uploadDone, removed } = words;
  const spoken = { started: uploading, half: uploadHalf, added: uploadDone, removed };
  return said ? spoken[said.what](said.fileName) : undefined;
}
