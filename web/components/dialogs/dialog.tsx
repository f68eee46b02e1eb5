import { type MouseEvent, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { useFirstCopy } from '../../copy/use-copy.ts';
import type { Elements } from '../../jsx/types.ts';
import { Icon } from '../icon.tsx';
import { recognizeDoublePress } from './opening-press.ts';

const openedFrom = new WeakMap<Element, Element>();

/** Focuses an element. If it was in a dialog that has closed, focuses the element that had the focus when that dialog opened. */
function focusBack(before: Element | null | undefined): void {
  if (before?.isConnected) (before as HTMLElement).focus();
  else if (before) {
    const gone = before.closest('dialog');
    focusBack(gone && openedFrom.get(gone));
  }
}

/** A modal dialog, open while rendered. Focuses the `data-initial-focus` element or the title. When closed, restores the focus. */
export function Dialog({
  title,
  onClose,
  variant = 'center',
  alert,
  describedBy,
  className,
  children,
}: {
  readonly title: string;
  /** Called on Esc, the close button, the back gesture, and a press outside a sheet. */
  readonly onClose: () => void;
  /** `center`: a card in the middle. `sheet`: slides up from the bottom of a small screen. `full`: fills a small screen. */
  readonly variant?: 'center' | 'sheet' | 'full';
  /** True if the person must make a decision. Screen readers then announce an alert, and the dialog has no close button. */
  readonly alert?: boolean;
  /** Id of the text that screen readers read after the title of an alert. */
  readonly describedBy?: string;
  readonly className?: string;
  readonly children: Elements;
}) {
  const first = useFirstCopy();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isDoublePress = useRef<ReturnType<typeof recognizeDoublePress> | undefined>(undefined);
  const titleId = useId();

  // This is a layout effect, because browsers return the focus only while the dialog is still in the document.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const before = document.activeElement;
    if (before) openedFrom.set(element, before);
    // If the scrollbar takes no space, the page needs no scrollbar gutter while a dialog hides the scrollbar.
    const { documentElement: root } = document;
    if (!root.querySelector('dialog[open]'))
      root.toggleAttribute('data-scrollbar', innerWidth > root.clientWidth);
    element.showModal();
    isDoublePress.current = recognizeDoublePress(element);
    // If the content is higher than the dialog, a focused button at its end would scroll the beginning out of view.
    const { scrollHeight, clientHeight } = element.firstElementChild ?? element;
    const initial = element.querySelector<HTMLElement>('[data-initial-focus]');
    (scrollHeight > clientHeight ? heading.current : (initial ?? heading.current))?.focus();
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
  // When Esc is pressed repeatedly, browsers close the dialog without a `cancel` event.
  const closed = () => {
    if (!dialog.current?.open) onClose();
  };
  const ignoreDoublePress = (event: MouseEvent) => {
    if (!isDoublePress.current?.(event.nativeEvent)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const closeFromBackdrop = (event: MouseEvent) => {
    if (variant === 'sheet' && event.target === dialog.current) onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: on a keyboard, Esc closes the dialog by a `cancel` event.
    <dialog
      ref={dialog}
      className={['dialog', `dialog--${variant}`, className].filter(Boolean).join(' ')}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      onCancel={cancel}
      onClose={closed}
      onClickCapture={ignoreDoublePress}
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
