import { usePageState } from '../state/use-page.ts';
import { FinishLater } from './resume/finish-later-dialog.tsx';
import { UploadStrip } from './upload-strip.tsx';

/** What can appear over any screen of a session: uploads above those that do not show them, and saving for another day. */
export function OverScreens() {
  const { finishingLater } = usePageState();
  return (
    <>
      <UploadStrip />
      {finishingLater && <FinishLater />}
    </>
  );
}
