import { ActionName } from './action-name.tsx';

/** A text button that acts on a named person or file. While it is busy, a press does nothing. */
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
  /** Moves the focus elsewhere after a press that removes the button. */
  readonly then?: () => void;
}) {
  return (
    <button
      type="button"
      className="text-button"
      aria-disabled={busy || undefined}
      onClick={({ currentTarget }) => {
        // Safari does not focus a pressed button, but a dialog must return the focus to it.
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
