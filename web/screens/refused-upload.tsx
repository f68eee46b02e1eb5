import { useLayoutEffect } from 'react';
import { acceptedTypes } from '../../form/limits/document-limits.ts';
import { ActionButton } from '../components/buttons/action-button.tsx';
import { FileButton } from '../components/buttons/file-button.tsx';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { canAddDocument, newUpload, type Upload } from '../state/documents.ts';
import type { UploadError } from '../state/page-state.ts';
import { createUploads } from '../state/uploads.ts';
import { useMade, usePageState, usePageStore } from '../state/use-page.ts';

/** The buttons after a refused upload: to try the same file again, choose another file, or dismiss the message. */
export function RefusedUploadActions({
  error,
  onChoose,
  then,
}: {
  readonly error: UploadError;
  /** Sends another file that the person has chosen instead. */
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

/**
 * Dismisses the message about a refused upload when the person leaves the screen that showed it, so the message appears only on
 * that screen (D44).
 */
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
