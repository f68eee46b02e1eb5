import { useEffect, useId, useRef, useState } from 'react';
import type { Document } from '../../api/document.ts';
import {
  acceptedTypes,
  documentsPerApplication,
  largestDocument,
  pictureTypes,
  sizeText,
} from '../../form/limits/document-limits.ts';
import { ActionButton } from '../components/buttons/action-button.tsx';
import { ActionName } from '../components/buttons/action-name.tsx';
import { FileButton } from '../components/buttons/file-button.tsx';
import { removalWords, useConfirm } from '../components/dialogs/use-confirm.tsx';
import { DropZone } from '../components/drop-zone.tsx';
import { ExtraIcon } from '../components/extra-icon.tsx';
import { FieldError } from '../components/field-error.tsx';
import { Icon } from '../components/icon.tsx';
import { Spoken } from '../components/spoken.tsx';
import { customScreensCopy, documentsCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import type { UploadInProgress } from '../state/page-state.ts';
import { canAddDocument, createUploads, newUpload, pictureOf, type Upload } from '../state/uploads.ts';
import { useMade, usePageState } from '../state/use-page.ts';
import {
  RefusedUploadActions,
  refusedUploadText,
  spokenUpload,
  useDismissOnLeave,
  waitingText,
} from './upload-parts.tsx';
import { useBusy } from './use-busy.ts';

const hintId = 'proof-hint';
const errorId = 'proof-error';
const { proof, ...words } = customScreensCopy;

/** Shows two buttons, for a file and for a photo, and the uploaded documents, which people can replace or remove (D29). */
export function ProofUpload({
  uploading,
  onChoose,
}: {
  readonly uploading: ReturnType<typeof useUpload>;
  readonly onChoose?: () => void;
}) {
  const { page } = useCopy();
  const { session, documents, earlierDocuments } = usePageState();
  const [confirmDialog, confirm] = useConfirm();
  const section = useRef<HTMLDivElement>(null);
  const { underWay, busy, uploadError, said, previews, send, remove, cancel } = uploading;
  useDismissOnLeave(uploadError);

  /** Moves the focus to the section, because the button that had the focus has disappeared. */
  const focusOnStart = () => section.current?.focus();

  function sendChosen(upload: Upload): void {
    if (upload.replaces === undefined) onChoose?.();
    send(upload);
  }

  const add = (file: File) => sendChosen(newUpload(file));
  const adding = { busy, describedBy: uploadError ? `${errorId} ${hintId}` : hintId, onChoose: add };

  async function removeNow(document: Document): Promise<void> {
    if (await remove(document, () => void removeNow(document))) focusOnStart();
  }

  function askToRemove(document: Document): void {
    const { title } = removalWords(page, document.fileName);
    confirm({
      title,
      confirm: proof.removeIt,
      keep: proof.keepIt,
      onConfirm: () => void removeNow(document),
    });
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for one question; this element holds a list and buttons.
    <div
      className="proof"
      role="group"
      aria-label={proof.group}
      data-wrong={uploadError ? '' : undefined}
      ref={section}
      tabIndex={-1}
    >
      <Spoken>{spokenUpload(said)}</Spoken>
      {canAddDocument(documents) ? (
        <DropZone text={words.dropFile} busy={busy} onDrop={add}>
          <div className="file-buttons">
            <FileButton icon="camera" label={<span>{proof.photo}</span>} accept={pictureTypes} {...adding} />
            <FileButton
              icon="file"
              label={<span>{words.chooseFile}</span>}
              accept={acceptedTypes}
              {...adding}
            />
          </div>
          <p className="field-hint" id={hintId}>
            {proof.hint(sizeText(largestDocument), documents.length, documentsPerApplication)}
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
              document={document}
              picture={
                previews[document.id] ??
                (earlierDocuments.includes(document.id) ? undefined : pictureOf(session, document))
              }
              busy={busy}
              onReplace={(file) => send(newUpload(file, document.id))}
              onRemove={() => askToRemove(document)}
            />
          ))}
        </ul>
      )}
      {underWay && <UploadCard underWay={underWay} onCancel={cancel} then={focusOnStart} />}
      {confirmDialog}
    </div>
  );
}

function FileCard({
  document: { fileName, size },
  picture,
  busy,
  onReplace,
  onRemove,
}: {
  readonly document: Document;
  readonly picture: string | undefined;
  readonly busy: boolean;
  readonly onReplace: (file: File) => void;
  readonly onRemove: () => void;
}) {
  const { page } = useCopy();
  return (
    <li className="file-card">
      <span className="file-picture">
        {picture ? <img src={picture} alt="" /> : <ExtraIcon name="file" />}
      </span>
      <div>
        <p className="file-name" translate="no">
          {fileName}
        </p>
        <p className="file-size">{sizeText(size)}</p>
        <p className="file-added">
          <Icon name="check" />
          <span>{proof.added}</span>
        </p>
      </div>
      <div className="file-actions">
        <FileButton
          className="text-button"
          label={<ActionName action={page.replace} of={<bdi translate="no">{fileName}</bdi>} />}
          accept={acceptedTypes}
          busy={busy}
          onChoose={onReplace}
        />
        <ActionButton action={page.remove} name={fileName} busy={busy} onPress={onRemove} />
      </div>
    </li>
  );
}

/** Shows the upload in progress. Screen readers announce the upload from a status region that exists before the upload. */
function UploadCard({
  underWay: { fileName, size, percent, waits },
  onCancel,
  then,
}: {
  readonly underWay: UploadInProgress;
  readonly onCancel: () => void;
  /** Moves the focus to another element, because the buttons disappear when they are pressed. */
  readonly then: () => void;
}) {
  const { page } = useCopy();
  const id = useId();
  const sent = size === undefined ? proof.preparing : proof.sent(percent, sizeText(size));
  return (
    <div className="file-card">
      <span className="file-picture">
        <ExtraIcon name="file" />
      </span>
      {waits ? (
        <div className="upload">
          <p className="file-name" translate="no">
            {fileName}
          </p>
          <p className="field-caution">{waitingText(waits.because)}</p>
        </div>
      ) : (
        <div className="upload">
          <label htmlFor={id}>{words.uploading(fileName)}</label>
          <p className="upload-sent">{sent}</p>
          <progress id={id} max={100} {...(size !== undefined && { value: percent })} />
        </div>
      )}
      <div className="file-actions">
        {waits && <ActionButton action={page.tryAgain} name={fileName} onPress={waits.tryNow} then={then} />}
        <ActionButton action={page.cancel} name={fileName} onPress={onCancel} then={then} />
      </div>
    </div>
  );
}

/** Returns the session's uploads, and this screen's previews. Uploads continue on other screens (D44), but previews do not. */
export function useUpload() {
  const { upload: state } = usePageState();
  const uploads = useMade(createUploads);
  const { busy: isRemoving, during } = useBusy();
  const [previews, setPreviews] = useState<Readonly<Record<string, string>>>({});
  const urls = useRef<string[] | null>(null);
  useEffect(() => {
    const unwatch = uploads.watch();
    urls.current = [];
    return () => {
      unwatch();
      for (const url of urls.current ?? []) URL.revokeObjectURL(url);
      urls.current = null;
    };
  }, [uploads]);

  /** Shows a preview of the chosen file if it is a picture, according to its content and not its name. */
  function showPicture({ id, contentType }: Document, file: File): void {
    if (!urls.current) return;
    const url = contentType.startsWith('image/') && URL.createObjectURL(file);
    if (url) urls.current.push(url);
    setPreviews(({ [id]: _, ...others }) => (url ? { ...others, [id]: url } : others));
  }

  async function send(upload: Upload): Promise<void> {
    const sent = await uploads.send(upload);
    if (sent) showPicture(sent.document, sent.file);
  }

  /** Removes a document and announces the removal. Resolves to false if that failed; an alert then offers to try again. */
  const remove = (document: Document, tryAgain: () => void) => during(uploads.remove(document, tryAgain));

  return {
    ...state,
    previews,
    /** True while the page waits for the server's response to a removal. Next waits for that response, too. */
    isRemoving,
    /** True while a document is being sent or removed. No other upload or removal can then start. */
    busy: state.underWay !== null || isRemoving,
    send: (upload: Upload) => void send(upload),
    remove,
    cancel: uploads.cancel,
  };
}
