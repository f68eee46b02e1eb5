import { useId } from 'react';
import { useCopy } from '../../copy/use-copy.ts';
import type { Elements } from '../../jsx/types.ts';
import { Dialog } from './dialog.tsx';

/** Says that a call failed (spec section 8). Nothing typed is lost; the focus returns on closing. */
export function ModalAlert({
  title,
  text,
  detail,
  onRetry,
  onClose,
  closeLabel,
  children,
}: {
  readonly title: string;
  readonly text: string;
  /** A second sentence; undefined if it would repeat the first. */
  readonly detail?: string | undefined;
  /** Undefined if trying again cannot help. */
  readonly onRetry?: (() => void) | undefined;
  readonly onClose: () => void;
  /** The label of the button that closes the alert. */
  readonly closeLabel?: string | undefined;
  /** Stands below the sentences, and is read out with them. */
  readonly children?: Elements;
}) {
  const copy = useCopy();
  const { page: words } = copy;
  const textId = useId();
  return (
    <Dialog alert title={title} describedBy={textId} onClose={onClose}>
      <div id={textId}>
        <p>{text}</p>
        {detail !== undefined && detail !== text && <p>{detail}</p>}
        {children}
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
