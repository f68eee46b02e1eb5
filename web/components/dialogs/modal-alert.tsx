import { useId } from 'react';
import { useCopy } from '../../copy/use-copy.ts';
import type { Elements } from '../../jsx/types.ts';
import { Dialog } from './dialog.tsx';

/** Says that a call failed (spec section 8). Typed text is kept. When the alert closes, the focus returns to where it was. */
export function ModalAlert({
  title,
  text,
  detail = text,
  onRetry,
  onClose,
  closeLabel,
  children,
}: {
  readonly title: string;
  readonly text: string;
  /** A second sentence. Not shown if it is the same as the first sentence. */
  readonly detail?: string;
  /** Repeats the failed call; undefined if another attempt would not help. */
  readonly onRetry?: (() => void) | undefined;
  readonly onClose: () => void;
  readonly closeLabel?: string;
  /** Content below the sentences, which screen readers read together with them. */
  readonly children?: Elements;
}) {
  const copy = useCopy();
  const textId = useId();
  return (
    <Dialog alert title={title} describedBy={textId} onClose={onClose}>
      <div id={textId}>
        <p>{text}</p>
        {detail !== text && <p>{detail}</p>}
        {children}
      </div>
      <div className="dialog-actions">
        {onRetry && (
          <button type="button" className="button" data-initial-focus="" onClick={onRetry}>
            {copy.page.tryAgain}
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
