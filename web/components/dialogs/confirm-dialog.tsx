import { useId } from 'react';
import { useCopy } from '../../copy/use-copy.ts';
import { Dialog } from './dialog.tsx';

/**
 * Asks for confirmation before something is lost. The focus starts on the button that loses nothing: Cancel or, with `keep`, the
 * filled button with that label.
 */
export function ConfirmDialog({
  title,
  text,
  confirm,
  keep,
  onConfirm,
  onCancel,
}: {
  readonly title: string;
  readonly text?: string;
  /** The label of the button that confirms. */
  readonly confirm: string;
  /** The label of the button that keeps what would be deleted. */
  readonly keep?: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}) {
  const { page: words } = useCopy();
  const textId = useId();
  return (
    <Dialog alert title={title} {...(text && { describedBy: textId })} onClose={onCancel}>
      {text && <p id={textId}>{text}</p>}
      <div className="dialog-actions">
        {keep && (
          <button type="button" className="button" data-initial-focus="" onClick={onCancel}>
            {keep}
          </button>
        )}
        <button type="button" className={keep ? 'button button--secondary' : 'button'} onClick={onConfirm}>
          {confirm}
        </button>
        {!keep && (
          <button type="button" className="button button--secondary" data-initial-focus="" onClick={onCancel}>
            {words.cancel}
          </button>
        )}
      </div>
    </Dialog>
  );
}
