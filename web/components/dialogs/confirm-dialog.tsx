import { useId } from 'react';
import { Button } from '../buttons/button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks for confirmation before something is lost. The filled button cancels. It has the focus when the dialog opens. */
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
  readonly confirm: string;
  /** The label of the button that cancels. */
  readonly keep: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}) {
  const textId = useId();
  return (
    <Dialog alert title={title} {...(text && { describedBy: textId })} onClose={onCancel}>
      {text && <p id={textId}>{text}</p>}
      <div className="dialog-actions">
        <Button kind="primary" data-initial-focus="" onPress={onCancel} label={keep} />
        <Button kind="secondary" onPress={onConfirm} label={confirm} />
      </div>
    </Dialog>
  );
}
