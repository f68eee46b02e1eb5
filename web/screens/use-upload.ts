import { useEffect, useRef, useState } from 'react';
import type { Document } from '../../api/document.ts';
import type { Upload } from '../session/documents.ts';
import { refusalBefore, removeDocument, uploadDocument } from '../session/documents.ts';
import { useSession } from '../session/use-session.ts';
import { words } from '../words.ts';
import { screenWords } from './screen-words.ts';

/** What a person sees of uploads: the one under way, why the last one failed, what was said, and what pictures show. */
export interface Uploading {
  readonly underWay: { readonly fileName: string; readonly percent: number } | undefined;
  readonly refusal: { readonly text: string; readonly tryAgain: (() => void) | undefined } | undefined;
  /** To be spoken: the start, the half and the end of an upload, or what was removed. */
  readonly said: string;
  /** Addresses of the pictures that were chosen on this screen, by the document's id. */
  readonly previews: Readonly<Record<string, string>>;
  /** A paper is being sent or removed: nothing else is begun, and nobody goes on, until the server has answered. */
  readonly busy: boolean;
  readonly send: (upload: Upload) => void;
  /** Removes a paper and says so; false where it is still there, which an alert says that offers to try again. */
  readonly remove: (document: Document, tryAgain: () => void) => Promise<boolean>;
  readonly callOff: () => void;
}

/** The last percent is left for the answer: sent is not yet taken. */
const mostBeforeAnswer = 99;

/** Sends one paper at a time. Leaving the screen calls it off and lets go of the pictures. */
export function useUpload(): Uploading {
  const session = useSession();
  const [underWay, setUnderWay] = useState<Uploading['underWay']>();
  const [refusal, setRefusal] = useState<Uploading['refusal']>();
  const [isRemoving, setIsRemoving] = useState(false);
  const [said, say] = useState('');
  const [previews, setPreviews] = useState<Uploading['previews']>({});
  const controller = useRef<AbortController | null>(null);
  const urls = useRef<string[]>([]);
  const unheard = useRef<string | null>(null);
  useEffect(
    () => () => {
      controller.current?.abort();
      if (unheard.current !== null) session.readDocuments();
      for (const url of urls.current) URL.revokeObjectURL(url);
    },
    [session],
  );

  /** Shows what was chosen where it is a picture, which its content says and not its name. */
  function showPicture({ id, contentType }: Document, file: File): void {
    if (!contentType.startsWith('image/')) {
      setPreviews(({ [id]: _, ...others }) => others);
      return;
    }
    const url = URL.createObjectURL(file);
    urls.current.push(url);
    setPreviews((before) => ({ ...before, [id]: url }));
  }

  async function send(upload: Upload): Promise<void> {
    if (controller.current) return;
    const { file } = upload;
    const unfit = refusalBefore(file);
    setRefusal(unfit === undefined ? undefined : { text: unfit, tryAgain: undefined });
    if (unfit !== undefined) return;
    const own = new AbortController();
    controller.current = own;
    // Another paper instead of the one that may have come through: that one has to show.
    if (unheard.current !== null && unheard.current !== upload.idempotencyKey) session.readDocuments();
    unheard.current = null;
    setUnderWay({ fileName: file.name, percent: 0 });
    say(words.uploading(file.name));
    const result = await uploadDocument(
      session,
      upload,
      (percent) => {
        setUnderWay({ fileName: file.name, percent: Math.min(percent, mostBeforeAnswer) });
        if (percent >= 50) say(words.uploadHalf(file.name));
      },
      own.signal,
    );
    controller.current = null;
    setUnderWay(undefined);
    say('');
    if (own.signal.aborted || !result) return;
    if ('failure' in result) {
      session.report('document', result.failure, () => void send(upload));
      return;
    }
    if ('refusal' in result) {
      const { refusal: text, mayTryAgain } = result;
      if (mayTryAgain) unheard.current = upload.idempotencyKey;
      setRefusal({ text, tryAgain: mayTryAgain ? () => void send(upload) : undefined });
      return;
    }
    say(words.uploadDone(file.name));
    showPicture(result.document, file);
  }

  async function remove(document: Document, tryAgain: () => void): Promise<boolean> {
    setIsRemoving(true);
    const isRemoved = await removeDocument(session, document.id, tryAgain);
    setIsRemoving(false);
    if (isRemoved) say(screenWords.people.removed(document.fileName));
    return isRemoved;
  }

  return {
    underWay,
    busy: underWay !== undefined || isRemoving,
    refusal,
    said,
    previews,
    send: (upload) => void send(upload),
    remove,
    callOff: () => controller.current?.abort(),
  };
}
