import { errorText } from '../../copy/sentences.ts';
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx';
import { ModalAlert } from '../components/dialogs/modal-alert.tsx';
import { usePageState, usePageStore } from '../state/use-page.ts';
import { useCopy } from '../use-copy.ts';

/** The alert in the page's state. Its buttons close it, then do what the alert says. */
export function PageAlert() {
  const copy = useCopy();
  const { errors, page: words } = copy;
  const { dispatch } = usePageStore();
  const { alert } = usePageState();
  if (!alert) return null;
  const close = (then?: () => void) => () => {
    dispatch({ type: 'alertClosed' });
    then?.();
  };
  switch (alert.type) {
    case 'tooManyTabs': {
      const { oneTooMany } = words.start;
      return <ConfirmDialog {...oneTooMany} onConfirm={close(alert.goOn)} onCancel={close()} />;
    }
    case 'keyUnusable':
      return (
        <ModalAlert
          title={errors.invalidDomainTitle}
          text={words.start.unknownKeyText}
          closeLabel={words.start.startWithout}
          onClose={close(alert.startWithout)}
        />
      );
    case 'callFailed':
      return (
        <ModalAlert
          title={errors.areas[alert.area].title}
          text={errors.areas[alert.area].message}
          detail={errorText(copy, alert.area, alert.status, location.host)}
          onClose={close()}
          onRetry={alert.tryAgain && close(alert.tryAgain)}
        />
      );
  }
}
