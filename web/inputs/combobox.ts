import type { KeyboardEvent, MouseEvent } from 'react';
import { useEffect, useState } from 'react';

/**
 * The keyboard and the roles of an editable combobox with a list to pick from by hand (ARIA Authoring Practices):
 * the focus stays in the text, Down and Up walk through the options and around, Enter picks, Esc dismisses. Whoever
 * uses it draws the text, the list and when it is open.
 */
export function useCombobox({
  id,
  count,
  onPick,
  onDismiss,
  keepsEnter = false,
}: {
  /** Unique on the page; the ids of list and options are made from it. */
  readonly id: string;
  /** How many options are shown; with none the list is closed. */
  readonly count: number;
  readonly onPick: (index: number) => void;
  readonly onDismiss: () => void;
  /** Enter with no option current does nothing; left out, it does what it does in any other text. */
  readonly keepsEnter?: boolean;
}) {
  const [active, setActive] = useState(-1);
  const listId = `${id}-list`;
  const optionId = (index: number) => `${id}-option-${index}`;
  const current = active < count ? active : -1;

  useEffect(() => {
    if (current >= 0)
      document.getElementById(`${id}-option-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && count > 0) {
      event.preventDefault();
      setActive(current < 0 ? (step > 0 ? 0 : count - 1) : (current + step + count) % count);
    } else if (event.key === 'Enter' && (keepsEnter || current >= 0)) {
      event.preventDefault();
      if (current >= 0) onPick(current);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onDismiss();
    }
  };

  return {
    /** To be called when what is typed changes: no option is the current one any more. */
    reset: () => setActive(-1),
    input: {
      id,
      role: 'combobox' as const,
      autoComplete: 'off',
      'aria-autocomplete': 'list' as const,
      'aria-expanded': count > 0,
      'aria-controls': listId,
      'aria-activedescendant': current >= 0 ? optionId(current) : undefined,
      onKeyDown,
    },
    // An empty list is none: its role asks for options.
    list: { id: listId, role: 'listbox' as const, hidden: count === 0 },
    option: (index: number) => ({
      id: optionId(index),
      role: 'option' as const,
      'aria-selected': index === current,
      // Keeps the focus in the text.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onClick: () => onPick(index),
    }),
  };
}
