import { useLocation, useSearch } from 'wouter';
import { canVisit } from '../../form/flow/navigation.ts';
import { stepAt } from '../../form/flow/steps.ts';
import { Icon } from '../components/icon.tsx';
import { Spoken } from '../components/spoken.tsx';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import type { UploadError, UploadInProgress } from '../state/page-state.ts';
import { createUploads } from '../state/uploads.ts';
import { useMade, usePageState, usePageStore } from '../state/use-page.ts';
import { FinishLater } from './resume/finish-later-dialog.tsx';
import {
  RefusedUploadActions,
  refusedUploadText,
  spokenUpload,
  useDismissOnLeave,
  waitingText,
} from './upload-parts.tsx';

const { proof, uploading } = customScreensCopy;

/** Renders all content that can appear over any screen of a session. */
export function OverScreens() {
  const { finishingLater } = usePageState();
  return (
    <>
      <UploadStrip />
      {finishingLater && <FinishLater />}
    </>
  );
}

/** Returns whether the person can visit the screen at this URL. If not, the page is about to open another screen. */
function useStays(): boolean {
  const [path] = useLocation();
  const step = stepAt(path, useSearch());
  const { application } = usePageStore();
  return !step || canVisit(step, application());
}

/** Shows an upload, or the reason why an upload was refused, above every screen that does not show uploads itself (D44). */
function UploadStrip() {
  const { isOnScreen, said, underWay, uploadError } = usePageState().upload;
  const stays = useStays();
  return (
    <div className="upload-strip">
      <Spoken>{!isOnScreen && spokenUpload(said)}</Spoken>
      {!isOnScreen && underWay && <UnderWay {...underWay} />}
      <div role="alert">{!isOnScreen && stays && uploadError && <Refused error={uploadError} />}</div>
    </div>
  );
}

function UnderWay({ fileName, percent, waits }: UploadInProgress) {
  return (
    <section className="upload-strip-body" aria-label={proof.group}>
      <p>{waits ? waitingText(waits.because) : proof.sending(percent)}</p>
      <progress max={100} value={percent} aria-label={uploading(fileName)} />
    </section>
  );
}

function Refused({ error }: { readonly error: UploadError }) {
  const { send } = useMade(createUploads);
  useDismissOnLeave(error);
  return (
    <section className="upload-strip-body" data-failed="" aria-label={proof.group}>
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
