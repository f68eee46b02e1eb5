import { errorText } from '../../copy/sentences.ts';
import { hostName } from '../browser/host-name.ts';
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx';
import { ModalAlert } from '../components/dialogs/modal-alert.tsx';
import { useCopy } from '../copy/use-copy.ts';
import { useLazyPart } from '../lazy/lazy-part.ts';
import { resumeParts } from '../screens/parts.ts';
import { usePageState, usePageStore } from '../state/use-page.ts';

/** Shows the alert from the page's state. Each button closes the alert, then acts. */
export function PageAlert() {
  const copy = useCopy();
  const { errors, page: words } = copy;
  const { dispatch } = usePageStore();
  const { alert } = usePageState();
  const CookiesAlert = useLazyPart(resumeParts, alert?.type === 'cookiesBlocked').value?.CookiesAlert;
  if (!alert) return null;
  const close = (then?: () => void) => () => {
    dispatch({ type: 'alertClosed' });
    then?.();
  };
  switch (alert.type) {
    case 'tooManyTabs':
      return (
        <ConfirmDialog {...words.start.oneTooMany} onConfirm={close(alert.startAnyway)} onCancel={close()} />
      );
    case 'cookiesBlocked':
      return CookiesAlert && <CookiesAlert onRetry={close(alert.tryAgain)} onClose={close()} />;
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
          lead={words.nothingLost}
          text={errors.areas[alert.area].message}
          detail={errorText(copy, alert.area, alert.status, hostName())}
          onClose={close()}
          // After 400 or 404, the server would refuse the same call again, so the main button only closes the alert.
          closesFirst={!alert.tryAgain || alert.status === 400 || alert.status === 404}
          onRetry={alert.tryAgain && close(alert.tryAgain)}
        />
      );
  }
}
