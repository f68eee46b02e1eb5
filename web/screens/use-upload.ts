import { useEffect, useRef, useState } from 'react';
import type { Document } from '../../api/document.ts';
import type { Upload } from '../state/documents.ts';
import { createUploads } from '../state/uploads.ts';
import { useMade, usePageState } from '../state/use-page.ts';
import { useBusy } from './use-busy.ts';

export type Uploading = ReturnType<typeof useUpload>;

/**
 * Returns the session's uploads, which continue after the person leaves the screen (D44), and previews, which are discarded when
 * the person leaves.
 */
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

  /** Removes a document and announces it. Resolves to false if the removal failed; an alert then offers to try again. */
  const remove = (document: Document, tryAgain: () => void) => during(uploads.remove(document, tryAgain));

  return {
    ...state,
    previews,
    /** True until the server has responded to a removal. Next waits for the response. */
    isRemoving,
    /** True while a document is being sent or removed. No other upload or removal can then start. */
    busy: state.underWay !== null || isRemoving,
    send: (upload: Upload) => void send(upload),
    remove,
    cancel: uploads.cancel,
  };
}
