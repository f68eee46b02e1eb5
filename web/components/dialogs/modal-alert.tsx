import { useId } from 'react';
import { useCopy } from '../../copy/use-copy.ts';
import type { Elements } from '../../jsx/types.ts';
import { Button } from '../buttons/button.tsx';
import { Dialog } from './dialog.tsx';

/** Says that a call failed (spec section 8). Inputs keep their text, and the focus later returns to where it was. */
export function ModalAlert({
  title,
  lead,
  text,
  detail = text,
  onRetry,
  closesFirst = !onRetry,
  onClose,
  closeLabel,
  children,
}: {
  readonly title: string;
  /** A sentence of our own, shown above the specification's sentences. */
  readonly lead?: string;
  readonly text: string;
  /** A sentence after `text`. Not shown if it equals `text`. */
  readonly detail?: string;
  /** Repeats the failed call. Undefined if a repetition would not help. */
  readonly onRetry?: (() => void) | undefined;
  /** True if the main button closes the alert, because a repetition is unlikely to help. */
  readonly closesFirst?: boolean;
  readonly onClose: () => void;
  readonly closeLabel?: string;
  /** Content below the sentences. Screen readers read it together with the sentences. */
  readonly children?: Elements;
}) {
  const copy = useCopy();
  const textId = useId();
  const fixed = lead && 'catalogue';
  const retry = onRetry && (
    <Button
      kind={closesFirst ? 'secondary' : 'primary'}
      data-initial-focus=""
      onPress={onRetry}
      label={copy.page.tryAgain}
    />
  );
  return (
    <Dialog alert title={title} describedBy={textId} onClose={onClose}>
      <div id={textId}>
        {lead && <p>{lead}</p>}
        <p className={fixed}>{text}</p>
        {detail !== text && <p className={fixed}>{detail}</p>}
        {children}
      </div>
      <div className="dialog-actions">
        {!closesFirst && retry}
        <Button
          kind={closesFirst ? 'primary' : 'secondary'}
          data-initial-focus=""
          onPress={onClose}
          label={closeLabel ?? copy.first.close}
        />
        {closesFirst && retry}
      </div>
    </Dialog>
  );
}
