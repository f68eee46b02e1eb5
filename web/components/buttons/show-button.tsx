import { useCopy } from '../../copy/use-copy.ts';
import { ActionName } from './action-name.tsx';

/**
 * Shows or hides an answer. The button's name changes between “Show” and “Hide”, so the button needs no `aria-pressed` (ARIA
 * Authoring Practices, “Button”).
 */
export function ShowButton({
  className,
  what,
  isShown,
  onToggle,
}: {
  readonly className: string;
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
