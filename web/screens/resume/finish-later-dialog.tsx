import { Dialog } from '../../components/dialogs/dialog.tsx';
import { customScreensCopy } from '../../copy/custom-screens-copy.ts';
import { useLazyPart } from '../../lazy/lazy-part.ts';
import { Waiting } from '../../lazy/lazy-screen.tsx';
import { resumeParts } from '../../lazy/parts.ts';
import { usePageState, usePageStore } from '../../state/use-page.ts';

/** The dialog “Save and finish later”. Its steps load when it is first opened. */
export function FinishLater() {
  const { dispatch } = usePageStore();
  const { value, ...waiting } = useLazyPart(resumeParts);
  const close = () => dispatch({ type: 'finishLaterClosed' });
  return (
    <Dialog variant="full" className="finish-later" title={customScreensCopy.finishLater} onClose={close}>
      {value ? <value.finishLaterSteps onClose={close} /> : <Waiting {...waiting} />}
    </Dialog>
  );
}

/**
 * The button that opens the dialog. It appears once a link can be sent, that is, if the program sends links and the draft has a
 * tax ID (D55).
 */
export function FinishLaterButton({
  className = 'text-button',
  onPress,
}: {
  readonly className?: string;
  readonly onPress?: (() => void) | undefined;
}) {
  const { dispatch } = usePageStore();
  const { session, finished, application } = usePageState();
  if (!session?.resume.byEmail || finished || !application.applicationData.taxIdLast4) return null;
  return (
    <button
      type="button"
      className={className}
      data-opens=""
      onClick={(event) => {
        // Safari does not focus a button when it is pressed, but the dialog must return the focus to this button.
        event.currentTarget.focus();
        onPress?.();
        dispatch({ type: 'finishLaterOpened' });
      }}
    >
      {customScreensCopy.finishLater}
    </button>
  );
}
