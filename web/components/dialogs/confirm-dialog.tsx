import { useId } from 'react';
import { useCopy } from '../../copy/use-copy.ts';
import { Button } from '../buttons/button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks for confirmation before something is lost. The focus starts on the button that loses nothing. */
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
        {keep && <Button kind="primary" data-initial-focus="" onPress={onCancel} label={keep} />}
        <Button kind={keep ? 'secondary' : 'primary'} onPress={onConfirm} label={confirm} />
        {!keep && <Button kind="secondary" data-initial-focus="" onPress={onCancel} label={words.cancel} />}
      </div>
    </Dialog>
  );
}
