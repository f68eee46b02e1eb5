import { useLocation, useSearch } from 'wouter';
import { canVisit } from '../../form/flow/navigation.ts';
import { stepAt } from '../../form/flow/steps.ts';
import { Icon } from '../components/icon.tsx';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import type { UploadError, UploadState } from '../state/page-state.ts';
import { createUploads } from '../state/uploads.ts';
import { useMade, usePageState, usePageStore } from '../state/use-page.ts';
import { RefusedUploadActions, useSaidOnce } from './refused-upload.tsx';
import { refusedUploadText, spokenUpload, waitingText } from './upload-words.ts';

/** False while the screen of this address may not be visited and the page goes to another one. */
function useStays(): boolean {
  const [path] = useLocation();
  const step = stepAt(path, useSearch());
  const { application } = usePageStore();
  return !step || canVisit(step, application());
}

/**
 * Above every screen that does not show uploads itself: how far the document that is being sent is (D44), and why one
 * was refused just now, with ways to choose another or dismiss the message.
 */
export function UploadStrip() {
  const { upload } = usePageState();
  const stays = useStays();
  const { isOnScreen, said } = upload;
  return (
    <div className="upload-strip">
      <p className="visually-hidden" role="status">
        {!isOnScreen && said && spokenUpload(said)}
      </p>
      {!isOnScreen && <UnderWay {...upload} />}
      <div role="alert">
        {!isOnScreen && stays && upload.uploadError && <Refused error={upload.uploadError} />}
      </div>
    </div>
  );
}

function UnderWay({ underWay }: UploadState) {
  const { page: words } = useCopy();
  if (!underWay) return null;
  const { percent, waits } = underWay;
  const text = customScreensCopy.proof.sending(percent);
  return (
    <section className="upload-strip-body" aria-label={customScreensCopy.proof.group}>
      <p>{waits ? waitingText(words, waits.because) : text}</p>
      <progress max={100} value={percent} aria-label={customScreensCopy.uploading(underWay.fileName)} />
    </section>
  );
}

function Refused({ error }: { readonly error: UploadError }) {
  const { send } = useMade(createUploads);
  useSaidOnce(error);
  return (
    <section className="upload-strip-body" data-failed="" aria-label={customScreensCopy.proof.group}>
      <p>
        <Icon name="alert" />
        <span>{refusedUploadText(error)}</span>
      </p>
      <RefusedUploadActions
        error={error}
        onChoose={(upload) => void send(upload)}
        then={() => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })}
      />
    </section>
  );
}
