import { useRef, useState } from 'react';
import type { Document } from '../../api/document.ts';
import {
  acceptedTypes,
  documentsPerApplication,
  largestDocument,
  pictureTypes,
  sizeText,
} from '../../form/limits/document-limits.ts';
import { ActionName } from '../components/buttons/action-name.tsx';
import { FileButton } from '../components/buttons/file-button.tsx';
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx';
import { DropZone } from '../components/drop-zone.tsx';
import { ExtraIcon } from '../components/extra-icon.tsx';
import { FieldError } from '../components/field-error.tsx';
import { FileCard } from '../components/file-card.tsx';
import { customScreensCopy, documentsCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import type { Content } from '../jsx/types.ts';
import type { Upload } from '../state/documents.ts';
import { hasRoom, newUpload, pictureOf } from '../state/documents.ts';
import { usePageState } from '../state/use-page.ts';
import { Picture } from './picture.tsx';
import { RefusedUploadActions, useSaidOnce } from './refused-upload.tsx';
import { UploadIndicator } from './upload-indicator.tsx';
import { refusedUploadText, spokenUpload } from './upload-words.ts';
import type { Uploading } from './use-upload.ts';

const hintId = 'proof-hint';
const errorId = 'proof-error';

/** Two buttons to add a document, a file or a photo, and those that were sent, which can be replaced or removed (D29). */
export function ProofUpload({
  uploading,
  onChoose,
}: {
  readonly uploading: Uploading;
  /** Called before a new document is sent. */
  readonly onChoose?: () => void;
}) {
  const copy = useCopy();
  const { page: words } = copy;
  const { session, documents, earlierDocuments } = usePageState();
  const [toRemove, setToRemove] = useState<Document | null>(null);
  const section = useRef<HTMLDivElement>(null);
  const { underWay, busy, uploadError, said, previews, send, remove, cancel } = uploading;
  useSaidOnce(uploadError);
  const describedBy = uploadError ? `${errorId} ${hintId}` : hintId;

  const fileName = <bdi translate="no">{underWay?.fileName}</bdi>;

  /** Moves the focus to the section after the button that had it has disappeared. */
  function focusOnStart(): void {
    section.current?.focus();
  }

  function sendChosen(upload: Upload): void {
    if (upload.replaces === undefined) onChoose?.();
    send(upload);
  }

  const add = (file: File) => sendChosen(newUpload(file));

  async function removeConfirmed(document: Document): Promise<void> {
    setToRemove(null);
    if (await remove(document, () => void removeConfirmed(document))) focusOnStart();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset names one question; this holds a list and buttons.
    <div
      className="proof"
      role="group"
      aria-label={customScreensCopy.proof.group}
      data-wrong={uploadError ? '' : undefined}
      ref={section}
      tabIndex={-1}
    >
      <p className="visually-hidden" role="status">
        {said && spokenUpload(said)}
      </p>
      {hasRoom(documents) ? (
        <DropZone text={customScreensCopy.dropFile} busy={busy} onDrop={add}>
          <div className="file-buttons">
            <FileButton
              label={<span>{customScreensCopy.proof.photo}</span>}
              icon="camera"
              accept={pictureTypes}
              camera
              busy={busy}
              describedBy={describedBy}
              onChoose={add}
            />
            <FileButton
              label={<span>{customScreensCopy.chooseFile}</span>}
              icon="file"
              accept={acceptedTypes}
              busy={busy}
              describedBy={describedBy}
              onChoose={add}
            />
          </div>
          <p className="field-hint" id={hintId}>
            {customScreensCopy.proof.hint(
              sizeText(largestDocument),
              documents.length,
              documentsPerApplication,
            )}
          </p>
        </DropZone>
      ) : (
        <p className="list-note">{documentsCopy.documentErrors.too_many}</p>
      )}
      <div role="alert">
        {uploadError && <FieldError id={errorId} fix={refusedUploadText(uploadError)} />}
      </div>
      {uploadError && <RefusedUploadActions error={uploadError} onChoose={sendChosen} then={focusOnStart} />}
      {documents.length > 0 && (
        <ul className="files">
          {documents.map((document) => (
            <FileCard
              key={document.id}
              name={document.fileName}
              size={sizeText(document.size)}
              picture={
                previews[document.id] ??
                (earlierDocuments.includes(document.id) ? undefined : pictureOf(session, document))
              }
              accept={acceptedTypes}
              busy={busy}
              onReplace={(file) => send(newUpload(file, document.id))}
              onRemove={() => setToRemove(document)}
            />
          ))}
        </ul>
      )}
      {underWay && (
        <div className="file-card">
          <span className="file-picture">
            <ExtraIcon name="file" />
          </span>
          <UploadIndicator {...underWay} />
          <div className="file-actions">
            {underWay.waits && (
              <VanishingButton onPress={underWay.waits.tryNow} then={focusOnStart}>
                <ActionName action={words.tryAgain} of={fileName} />
              </VanishingButton>
            )}
            <VanishingButton onPress={cancel} then={focusOnStart}>
              <ActionName action={words.cancel} of={fileName} />
            </VanishingButton>
          </div>
        </div>
      )}
      {documents.length === 0 && !underWay && (
        <div className="empty">
          <Picture name="toolBoard" />
          <p>{customScreensCopy.proof.none}</p>
        </div>
      )}
      {toRemove && (
        <ConfirmDialog
          title={words.people.removeTitle(toRemove.fileName)}
          confirm={words.remove}
          onConfirm={() => void removeConfirmed(toRemove)}
          onCancel={() => setToRemove(null)}
        />
      )}
    </div>
  );
}

/** A button that disappears when it is pressed; `then` moves the focus elsewhere. */
function VanishingButton({
  onPress,
  then,
  children,
}: {
  readonly onPress: () => void;
  readonly then: () => void;
  readonly children: Content;
}) {
  return (
    <button
      type="button"
      className="text-button"
      onClick={() => {
        onPress();
        then();
      }}
    >
      {children}
    </button>
  );
}
