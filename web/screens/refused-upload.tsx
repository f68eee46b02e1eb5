import { useLayoutEffect } from 'react';
import { acceptedTypes } from '../../form/limits/document-limits.ts';
import { ActionName } from '../components/buttons/action-name.tsx';
import { FileButton } from '../components/buttons/file-button.tsx';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import type { Upload } from '../state/documents.ts';
import { hasRoom, newUpload } from '../state/documents.ts';
import type { UploadError } from '../state/page-state.ts';
import { createUploads } from '../state/uploads.ts';
import { useMade, usePageState, usePageStore } from '../state/use-page.ts';

/** What can be done after an upload was refused: try the same file again, choose another one, or dismiss the message. */
export function RefusedUploadActions({
  error,
  onChoose,
  then,
}: {
  readonly error: UploadError;
  /** Sends the file that was chosen instead. */
  readonly onChoose: (upload: Upload) => void;
  /** Moves the focus: the buttons disappear when they are pressed. */
  readonly then: () => void;
}) {
  const { page: words } = useCopy();
  const { documents } = usePageState();
  const { dismiss } = useMade(createUploads);
  const { fileName, reason, replaces, tryAgain } = error;
  const named = <bdi translate="no">{fileName}</bdi>;
  const button = (action: string, act: () => void) => (
    <button
      type="button"
      className="text-button"
      onClick={() => {
        act();
        then();
      }}
    >
      <ActionName action={action} of={named} />
    </button>
  );
  return (
    <div className="refused-upload-actions">
      {tryAgain && button(words.tryAgain, tryAgain)}
      {reason !== 'submitted' && (replaces !== undefined || hasRoom(documents)) && (
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
      {button(customScreensCopy.proof.dismiss, dismiss)}
    </div>
  );
}

/** Takes a refusal off the page when the screen that said it is left: it is said once, where it happened (D44). */
export function useSaidOnce(error: UploadError | null): void {
  const { getState } = usePageStore();
  const { dismiss } = useMade(createUploads);
  useLayoutEffect(() => {
    const shownAt = location.href;
    return () => {
      if (error && location.href !== shownAt && getState().upload.uploadError === error) dismiss();
    };
  });
}
