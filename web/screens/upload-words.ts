/** What is said about uploads. */
import type { Copy } from '../../copy/copy.ts';
import type { UploadProblem, UploadState } from '../state/page-state.ts';

/** Why a document was not added, and what to do. */
export function uploadProblemText({ documentErrors }: Copy, problem: UploadProblem): string {
  return typeof problem === 'string' ? documentErrors[problem] : problem.message;
}

/** What a screen reader announces about an upload or a removal. */
export function spokenUpload(words: Copy['page'], said: NonNullable<UploadState['said']>): string {
  const spoken = {
    started: words.uploading,
    half: words.uploadHalf,
    added: words.uploadDone,
    removed: words.people.removed,
  };
  return spoken[said.what](said.fileName);
}
