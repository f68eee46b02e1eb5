import { ActionName } from './action-name.tsx';

/** A text button for an action on a named person or file. While the button is busy, a press does nothing. */
export function ActionButton({
  action,
  name,
  busy = false,
  onPress,
  then,
}: {
  readonly action: string;
  readonly name: string;
  readonly busy?: boolean;
  readonly onPress: () => void;
  /** Moves the focus to another element, for a button that disappears when it is pressed. */
  readonly then?: () => void;
}) {
  return (
    <button
      type="button"
      className="text-button"
      aria-disabled={busy || undefined}
      onClick={({ currentTarget }) => {
        // Safari does not focus a button when it is pressed, but a dialog must return the focus to this button.
        if (!then) currentTarget.focus();
        if (busy) return;
        onPress();
        then?.();
      }}
    >
      <ActionName action={action} of={<bdi translate="no">{name}</bdi>} />
    </button>
  );
}
