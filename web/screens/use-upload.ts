import { useEffect, useRef, useState } from 'react';
import type { Document } from '../../api/document.ts';
import type { Upload } from '../state/documents.ts';
import type { UploadState } from '../state/page-state.ts';
import { createUploads } from '../state/uploads.ts';
import { useMade, usePageState } from '../state/use-page.ts';

/** The state of uploads as a screen shows it. */
export interface Uploading extends UploadState {
  /** Object URLs of pictures chosen on this screen, by document id. */
  readonly previews: Readonly<Record<string, string>>;
  /** A document is being removed; Next waits until the server has responded. */
  readonly isRemoving: boolean;
  /** A document is being sent or removed; no other upload or removal starts. */
  readonly busy: boolean;
  readonly send: (upload: Upload) => void;
  /** Removes a document and announces it. False if that failed; an alert then offers to try again. */
  readonly remove: (document: Document, tryAgain: () => void) => Promise<boolean>;
  readonly cancel: () => void;
}

/** The uploads of the session as one screen shows them. They go on after the screen is left (D44); previews do not. */
export function useUpload(): Uploading {
  const { upload: state } = usePageState();
  const uploads = useMade(createUploads);
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

  /** Shows a preview if the chosen file is a picture, judged by its content and not by its name. */
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
    const sent = await uploads.send(upload);
    if (sent) showPicture(sent.document, sent.file);
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
