import { useLayoutEffect } from 'react';
import { acceptedTypes } from '../../form/limits/document-limits.ts';
import { ActionButton } from '../components/buttons/action-button.tsx';
import { FileButton } from '../components/buttons/file-button.tsx';
import { customScreensCopy, documentsCopy, customScreensCopy as words } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import type { UploadError, UploadState } from '../state/page-state.ts';
import { canAddDocument, createUploads, newUpload, type Upload } from '../state/uploads.ts';
import { useMade, usePageState, usePageStore } from '../state/use-page.ts';

/** The buttons after a refused upload: to try the same file again, choose another file, or dismiss the message. */
export function RefusedUploadActions({
  error,
  onChoose,
  then,
}: {
  readonly error: UploadError;
  readonly onChoose: (upload: Upload) => void;
  /** Moves the focus to another element, because the buttons disappear when they are pressed. */
  readonly then: () => void;
}) {
  const { page: words } = useCopy();
  const { documents } = usePageState();
  const { dismiss } = useMade(createUploads);
  const { fileName, reason, replaces, tryAgain } = error;
  return (
    <div className="refused-upload-actions">
      {tryAgain && <ActionButton action={words.tryAgain} name={fileName} onPress={tryAgain} then={then} />}
      {reason !== 'submitted' && (replaces !== undefined || canAddDocument(documents)) && (
        <FileButton
          className="text-button"
          label={<span>{customScreensCopy.proof.chooseAnother}</span>}
          accept={acceptedTypes}
          busy={false}
          onChoose={(file) => {
            onChoose(newUpload(file, replaces));
            then();
          }}
        />
      )}
      <ActionButton action={customScreensCopy.proof.dismiss} name={fileName} onPress={dismiss} then={then} />
    </div>
  );
}

/** Dismisses the message about a refused upload when the person leaves the screen that showed it (D44). */
export function useDismissOnLeave(error: UploadError | null): void {
  const { getState } = usePageStore();
  const { dismiss } = useMade(createUploads);
  useLayoutEffect(() => {
    const shownAt = location.href;
    return () => {
      if (error && location.href !== shownAt && getState().upload.uploadError === error) dismiss();
    };
  });
}

/** Returns the text that says why an upload is waiting: for the network (D44) or for the server. */
export function waitingText(because: 'offline' | 'failing'): string {
  return words.proof[because];
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
