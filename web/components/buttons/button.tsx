import type { ComponentProps } from 'react';
import type { Content } from '../../jsx/types.ts';

const classNames = { text: 'text-button', primary: 'button', secondary: 'button button--secondary' };

/** A button that does not submit a form. While it is `busy`, a press does nothing. */
export function Button({
  kind = 'text',
  label,
  busy,
  onPress,
  children = label,
  ...rest
}: Omit<ComponentProps<'button'>, 'children' | 'onClick' | 'type'> & {
  readonly kind?: keyof typeof classNames;
  /** The button's text. Not needed if the button has `children`. */
  readonly label?: string | undefined;
  readonly busy?: boolean | undefined;
  readonly onPress?: () => void;
  readonly children?: Content;
}) {
  return (
    <button
      type="button"
      className={classNames[kind]}
      aria-disabled={busy || undefined}
      onClick={({ currentTarget }) => {
        // Safari does not focus a pressed button, but a dialog must return the focus to the button that opened it.
        currentTarget.focus();
        if (!busy) onPress?.();
      }}
      {...rest}
    >
      {children}
    </button>
  );
}
