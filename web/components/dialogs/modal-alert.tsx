import { useId } from 'react';
import { useCopy } from '../../use-copy.ts';
import { Dialog } from './dialog.tsx';

/** Says that a call failed (spec section 8). Nothing typed is lost; the focus goes back to where it was. */
export function ModalAlert({
  title,
  text,
  detail,
  onRetry,
  onClose,
  closeLabel,
}: {
  readonly title: string;
  readonly text: string;
  /** A second sentence; left out where it would say the same. */
  readonly detail?: string | undefined;
  /** Left out where trying again cannot help. */
  readonly onRetry?: (() => void) | undefined;
  readonly onClose: () => void;
  /** What the button says that closes it. */
  readonly closeLabel?: string | undefined;
}) {
  const copy = useCopy();
  const { page: words } = copy;
  const textId = useId();
  return (
    <Dialog alert title={title} describedBy={textId} onClose={onClose}>
      <div id={textId}>
        <p>{text}</p>
        {detail !== undefined && detail !== text && <p>{detail}</p>}
      </div>
      <div className="dialog-actions">
        {onRetry && (
          <button type="button" className="button" data-initial-focus="" onClick={onRetry}>
            {words.tryAgain}
          </button>
        )}
        <button
          type="button"
          className={onRetry ? 'button button--secondary' : 'button'}
          data-initial-focus=""
          onClick={onClose}
        >
          {closeLabel ?? copy.first.close}
        </button>
      </div>
    </Dialog>
  );
}
