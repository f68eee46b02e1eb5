import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import type { Document } from '../../api/document.ts';
import { documentRefusals } from '../../form/catalogue.ts';
import {
  acceptedTypes,
  documentsPerApplication,
  largestDocument,
  pictureTypes,
  sizeText,
} from '../../form/document-limits.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { DropZone } from '../components/drop-zone.tsx';
import { FileButton } from '../components/file-button.tsx';
import { FileCard } from '../components/file-card.tsx';
import { UploadIndicator } from '../components/upload-indicator.tsx';
import { hasRoom, newUpload, pictureOf } from '../session/documents.ts';
import { usePageState, useSession } from '../session/use-session.ts';
import { words } from '../words.ts';
import { screenWords } from './screen-words.ts';
import type { Uploading } from './use-upload.ts';

const hintId = 'proof-hint';
const errorId = 'proof-error';

/** The papers that were uploaded, each to be replaced or removed, and the two ways to add one (D29). */
export function ProofUpload({
  uploading,
  onChoose,
}: {
  readonly uploading: Uploading;
  /** Called before a new paper is sent. */
  readonly onChoose?: () => void;
}) {
  const session = useSession();
  const { documents } = usePageState();
  const [asking, setAsking] = useState<Document | null>(null);
  const section = useRef<HTMLDivElement>(null);
  const { underWay, busy, refusal, said, previews, send, remove, callOff } = uploading;
  const describedBy = refusal ? `${errorId} ${hintId}` : hintId;

  /** Where the focus goes when what had it is gone. */
  function focusOnStart(): void {
    section.current?.focus();
  }

  function add(file: File): void {
    onChoose?.();
    send(newUpload(file));
  }

  async function takeAway(document: Document): Promise<void> {
    setAsking(null);
    if (await remove(document, () => void takeAway(document))) focusOnStart();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset names one question; this holds a list and buttons.
    <div
      className="proof"
      role="group"
      aria-label={screenWords.proof.group}
      data-wrong={refusal ? '' : undefined}
      ref={section}
      tabIndex={-1}
    >
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {documents.length > 0 && (
        <ul className="files">
          {documents.map((document) => (
            <FileCard
              key={document.id}
              name={document.fileName}
              size={sizeText(document.size)}
              picture={previews[document.id] ?? pictureOf(session, document)}
              accept={acceptedTypes}
              busy={busy}
              onReplace={(file) => send(newUpload(file, document.id))}
              onRemove={() => setAsking(document)}
            />
          ))}
        </ul>
      )}
      <div role="alert">
        {refusal && (
          <p className="field-error" id={errorId}>
            <span className="visually-hidden">{words.errorPrefix}</span>
            {refusal.text}
          </p>
        )}
      </div>
      {refusal?.tryAgain && (
        <PassingButton onPress={refusal.tryAgain} then={focusOnStart}>
          {words.tryAgain}
        </PassingButton>
      )}
      {underWay && (
        <div className="upload-under-way">
          <UploadIndicator {...underWay} />
          <PassingButton onPress={callOff} then={focusOnStart}>
            {words.cancel} <span className="visually-hidden">{underWay.fileName}</span>
          </PassingButton>
        </div>
      )}
      {hasRoom(documents) ? (
        <DropZone text={words.dropFile} busy={busy} onDrop={add}>
          <div className="file-buttons">
            <FileButton
              label={words.chooseFile}
              icon="file"
              accept={acceptedTypes}
              busy={busy}
              describedBy={describedBy}
              onChoose={add}
            />
            <FileButton
              label={screenWords.proof.photo}
              icon="camera"
              accept={pictureTypes}
              camera
              busy={busy}
              describedBy={describedBy}
              onChoose={add}
            />
          </div>
          <p className="field-hint" id={hintId}>
            {screenWords.proof.hint(sizeText(largestDocument), documentsPerApplication)}
          </p>
        </DropZone>
      ) : (
        <p className="list-note">{documentRefusals.too_many}</p>
      )}
      {asking && (
        <ConfirmDialog
          title={screenWords.people.removeTitle(asking.fileName)}
          confirm={words.remove}
          onConfirm={() => void takeAway(asking)}
          onCancel={() => setAsking(null)}
        />
      )}
    </div>
  );
}

/** A button that goes away when it is pressed; `then` finds another place for the focus. */
function PassingButton({
  onPress,
  then,
  children,
}: {
  readonly onPress: () => void;
  readonly then: () => void;
  readonly children: ReactNode;
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
