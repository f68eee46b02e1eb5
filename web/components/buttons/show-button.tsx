import { useCopy } from '../../copy/use-copy.ts';
import { ActionName } from './action-name.tsx';

/**
 * Shows a hidden answer, and hides it again. Its name says what the next press does. It has no `aria-pressed`, which would
 * say the same a second time (ARIA Authoring Practices, “Button”).
 */
export function ShowButton({
  className,
  what,
  isShown,
  onToggle,
}: {
  readonly className: string;
  /** The label of the answer. */
  readonly what: string;
  readonly isShown: boolean;
  readonly onToggle: (isShown: boolean) => void;
}) {
  const { page: words } = useCopy();
  return (
    <button type="button" className={className} onClick={() => onToggle(!isShown)}>
      <ActionName action={isShown ? words.hide : words.show} of={what} />
    </button>
  );
}
