import { useId } from 'react';
import { useCopy } from '../../copy/use-copy.ts';
import { Dialog } from './dialog.tsx';

/** Asks for confirmation before data is lost. The focus starts on Cancel, which loses nothing. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  onConfirm,
  onCancel,
}: {
  readonly title: string;
  readonly text?: string;
  /** The label of the button that confirms. */
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}) {
  const { page: words } = useCopy();
  const textId = useId();
  return (
    <Dialog alert title={title} {...(text && { describedBy: textId })} onClose={onCancel}>
      {text && <p id={textId}>{text}</p>}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onConfirm}>
          {confirm}
        </button>
        <button type="button" className="button button--secondary" data-initial-focus="" onClick={onCancel}>
          {words.cancel}
        </button>
      </div>
    </Dialog>
  );
}
