import { useEffect, useRef, useState } from 'react';
import type { Document } from '../../api/document.ts';
import type { Upload } from '../state/documents.ts';
import type { UploadState } from '../state/page-state.ts';
import { usePageState, useUploads } from '../state/use-page.ts';

/** What a person sees of uploads, and what pictures show. */
export interface Uploading extends UploadState {
  /** Addresses of the pictures that were chosen on this screen, by the document's id. */
  readonly previews: Readonly<Record<string, string>>;
  /** A document is being removed: nobody goes on until the server has answered. */
  readonly isRemoving: boolean;
  /** A document is being sent or removed: nothing else is begun. */
  readonly busy: boolean;
  readonly send: (upload: Upload) => void;
  /** Removes a document and says so; false where it is still there, which an alert says that offers to try again. */
  readonly remove: (document: Document, tryAgain: () => void) => Promise<boolean>;
  readonly cancel: () => void;
}

/** The uploads of the session, shown on a screen; they go on where it is left (D44), its pictures do not. */
export function useUpload(): Uploading {
  const { upload: state } = usePageState();
  const uploads = useUploads();
  const [isRemoving, setIsRemoving] = useState(false);
  const [previews, setPreviews] = useState<Uploading['previews']>({});
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

  /** Shows what was chosen where it is a picture, which its content says and not its name. */
  function showPicture({ id, contentType }: Document, file: File): void {
    if (!urls.current) return;
    if (!contentType.startsWith('image/')) {
      setPreviews(({ [id]: _, ...others }) => others);
      return;
    }
    const url = URL.createObjectURL(file);
    urls.current.push(url);
    setPreviews((before) => ({ ...before, [id]: url }));
  }

  async function send(upload: Upload): Promise<void> {
    const document = await uploads.send(upload);
    if (document) showPicture(document, upload.file);
  }

  async function remove(document: Document, tryAgain: () => void): Promise<boolean> {
    setIsRemoving(true);
    const isRemoved = await uploads.remove(document, tryAgain);
    setIsRemoving(false);
    return isRemoved;
  }

  return {
    ...state,
    previews,
    isRemoving,
    busy: state.underWay !== null || isRemoving,
    send: (upload) => void send(upload),
    remove,
    cancel: uploads.cancel,
  };
}
