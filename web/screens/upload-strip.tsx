import { ActionName } from '../components/buttons/action-name.tsx';
import { Icon } from '../components/icon.tsx';
import type { UploadState } from '../state/page-state.ts';
import { createUploads } from '../state/uploads.ts';
import { useMade, usePageState } from '../state/use-page.ts';
import { useCopy } from '../use-copy.ts';
import { waitingText } from './upload-waiting.ts';
import { spokenUpload, uploadProblemText } from './upload-words.ts';

/**
 * Above every screen that does not show uploads itself: how far the document that is being sent is (D44), and why the
 * last one was not added, with a way to try again or to go on without it.
 */
export function UploadStrip() {
  const { page: words } = useCopy();
  const { upload } = usePageState();
  const { isOnScreen, said } = upload;
  return (
    <div className="upload-strip">
      <p className="visually-hidden" role="status">
        {!isOnScreen && said && spokenUpload(words, said)}
      </p>
      {!isOnScreen && <UnderWay {...upload} />}
      <div role="alert">{!isOnScreen && <NotAdded {...upload} />}</div>
    </div>
  );
}

function UnderWay({ underWay }: UploadState) {
  const { page: words } = useCopy();
  if (!underWay) return null;
  const { percent, waits } = underWay;
  const text = words.proof.sending(percent);
  return (
    <section className="upload-strip-body" aria-label={words.proof.group}>
      <p>{waits ? waitingText(words, waits.because) : text}</p>
      <progress max={100} value={percent} aria-label={words.uploading(underWay.fileName)} />
    </section>
  );
}

function NotAdded({ uploadError }: UploadState) {
  const copy = useCopy();
  const { page: words } = copy;
  const { dismiss } = useMade(createUploads);
  if (!uploadError) return null;
  const { fileName, reason, tryAgain } = uploadError;
  /** The buttons disappear when they are pressed, so the focus goes where it is on a new screen. */
  const then = (act: () => void) => () => {
    act();
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  };
  const named = <bdi translate="no">{fileName}</bdi>;
  return (
    <section className="upload-strip-body" data-failed="" aria-label={words.proof.group}>
      <p>
        <Icon name="alert" />
        <span>{`${words.proof.notAdded(fileName)} ${uploadProblemText(copy, reason)}`}</span>
      </p>
      <div className="upload-strip-actions">
        {tryAgain && (
          <button type="button" className="text-button" onClick={then(tryAgain)}>
            <ActionName action={words.tryAgain} of={named} />
          </button>
        )}
        <button type="button" className="text-button" onClick={then(dismiss)}>
          <ActionName action={words.remove} of={named} />
        </button>
      </div>
    </section>
  );
}
