import type { MouseEvent, ReactNode, SyntheticEvent } from 'react';
import { useId, useLayoutEffect, useRef } from 'react';
import { useFirstCopy } from '../../use-copy.ts';
import { Icon } from '../icon.tsx';
import { pressesMeantBefore } from './opening-press.ts';

export interface DialogProps {
  readonly title: string;
  /** Called when the person wants to leave: Esc, the close button, a press beside a sheet, the back gesture. */
  readonly onClose: () => void;
  /** `center`: a card; `sheet`: rises from the bottom of a small screen; `full`: fills a small screen. */
  readonly variant?: 'center' | 'sheet' | 'full';
  /** Asks for an answer: announced as an alert, without a close button of its own. */
  readonly alert?: boolean;
  /** The id of the text that an alert reads out with its title. */
  readonly describedBy?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** What had the focus when a dialog opened. */
const openedFrom = new WeakMap<Element, Element>();

/** Focuses what had the focus before; where that was in a dialog that is gone too, what had it before that one. */
function focusBack(before: Element | null | undefined): void {
  if (before?.isConnected) (before as HTMLElement).focus();
  else if (before) {
    const gone = before.closest('dialog');
    focusBack(gone && openedFrom.get(gone));
  }
}

/**
 * A modal `<dialog>` that is open for as long as it is rendered. The page behind it neither scrolls nor takes the
 * focus. The focus goes to the element marked `data-initial-focus`, else to the title, and on closing back to where
 * it was. The second press of a double one that opened it answers nothing in it.
 */
export function Dialog({
  title,
  onClose,
  variant = 'center',
  alert,
  describedBy,
  className,
  children,
}: DialogProps) {
  const first = useFirstCopy();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const meantBefore = useRef<ReturnType<typeof pressesMeantBefore> | undefined>(undefined);
  const titleId = useId();

  // In a layout effect, because the browser gives the focus back only while the dialog is still in the document.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const before = document.activeElement;
    if (before) openedFrom.set(element, before);
    element.showModal();
    meantBefore.current = pressesMeantBefore();
    const first = element.querySelector<HTMLElement>('[data-initial-focus]');
    (first ?? heading.current)?.focus();
    return () => {
      element.close();
      focusBack(before);
    };
  }, []);

  const cancel = (event: SyntheticEvent) => {
    if (event.target !== dialog.current) return;
    event.preventDefault();
    onClose();
  };
  // The browser may close it without asking, when Esc is pressed again and again.
  const closed = () => {
    if (!dialog.current?.open) onClose();
  };
  const passOver = (event: MouseEvent) => {
    if (!meantBefore.current?.(event.nativeEvent)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const closeFromBackdrop = (event: MouseEvent) => {
    if (variant === 'sheet' && event.target === dialog.current) onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the backdrop's key is Esc, which arrives as `cancel`.
    <dialog
      ref={dialog}
      className={['dialog', `dialog--${variant}`, className].filter(Boolean).join(' ')}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onCancel={cancel}
      onClose={closed}
      onClickCapture={passOver}
      onClick={closeFromBackdrop}
    >
      <div className="dialog-body">
        <div className="dialog-head">
          <h2 ref={heading} className="dialog-title" id={titleId} tabIndex={-1}>
            {title}
          </h2>
          {!alert && (
            <button type="button" className="icon-button" aria-label={first.close} onClick={onClose}>
              <Icon name="close" />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  );
}
