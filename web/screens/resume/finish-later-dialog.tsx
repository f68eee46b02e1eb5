import { Button } from '../../components/buttons/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { customScreensCopy } from '../../copy/custom-screens-copy.ts';
import { useLazyPart } from '../../lazy/lazy-part.ts';
import { Waiting } from '../../lazy/lazy-screen.tsx';
import { usePageState, usePageStore } from '../../state/use-page.ts';
import { resumeParts } from '../parts.ts';

/** The dialog “Save and finish later”. Its steps load when it is first opened. */
export function FinishLater() {
  const { dispatch } = usePageStore();
  const { value, ...waiting } = useLazyPart(resumeParts);
  const close = () => dispatch({ type: 'finishLaterClosed' });
  return (
    <Dialog variant="full" className="finish-later" title={customScreensCopy.finishLater} onClose={close}>
      {value ? <value.FinishLaterSteps onClose={close} /> : <Waiting {...waiting} />}
    </Dialog>
  );
}

/** The button that opens the dialog. It appears if the program sends links and the draft has a tax ID (D55). */
export function FinishLaterButton({
  kind = 'text',
  onPress,
}: {
  readonly kind?: 'text' | 'secondary';
  readonly onPress?: () => void;
}) {
  const { dispatch } = usePageStore();
  const { session, finished, application } = usePageState();
  if (!session?.resume.byEmail || finished || !application.applicationData.taxIdLast4) return null;
  const open = () => {
    onPress?.();
    dispatch({ type: 'finishLaterOpened' });
  };
  return <Button kind={kind} data-opens="" onPress={open} label={customScreensCopy.finishLater} />;
}
