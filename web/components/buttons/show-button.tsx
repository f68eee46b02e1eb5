import { useCopy } from '../../copy/use-copy.ts';
import { ActionName } from './action-name.tsx';

/** A button that shows or hides an answer. The button's name changes, so it needs no `aria-pressed` (ARIA APG, “Button”). */
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
