import { ActionName } from './action-name.tsx';
import { Button } from './button.tsx';

/** A text button for an action on a named person or file. */
export function ActionButton({
  action,
  name,
  busy,
  onPress,
  then,
}: {
  readonly action: string;
  readonly name: string;
  readonly busy?: boolean;
  readonly onPress: () => void;
  /** Moves the focus to another element. Needed only for a button that disappears when it is pressed. */
  readonly then?: () => void;
}) {
  const press = () => {
    onPress();
    then?.();
  };
  return (
    <Button busy={busy} onPress={press}>
      <ActionName action={action} of={<bdi translate="no">{name}</bdi>} />
    </Button>
  );
}
