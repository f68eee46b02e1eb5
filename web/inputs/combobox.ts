import { type KeyboardEvent, type MouseEvent, useEffect, useState } from 'react';

/** Returns the props of an editable combobox (ARIA APG, manual selection). The focus stays in the text input. */
export function useCombobox({
  id,
  count,
  onPick,
  onDismiss,
  keepsEnter = false,
}: {
  /** Id of the input; the ids of the list and its options start with it. */
  readonly id: string;
  /** Number of options. At 0, the list is closed. */
  readonly count: number;
  readonly onPick: (index: number) => void;
  readonly onDismiss: () => void;
  /** What Enter does while no option is current: nothing if true, or the same as in any text input if false. */
  readonly keepsEnter?: boolean;
}) {
  const [active, setActive] = useState(-1);
  const listId = `${id}-list`;
  const optionId = (index: number | '') => `${id}-option-${index}`;
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

  /** Returns the index of the option that a mouse event hit, or -1 if it hit no option. */
  const indexAt = ({ target }: MouseEvent) => {
    const option = (target as Element).closest('[role="option"]');
    return option ? Number(option.id.slice(optionId('').length)) : -1;
  };

  return {
    current,
    reset: () => setActive(-1),
    input: {
      id,
      role: 'combobox' as const,
      autoComplete: 'off',
      'aria-autocomplete': 'list' as const,
      'aria-expanded': count > 0,
      // A closed list can be missing from the document, so `aria-controls` refers to the list only while it is open.
      'aria-controls': count > 0 ? listId : undefined,
      'aria-activedescendant': current >= 0 ? optionId(current) : undefined,
      onKeyDown,
    },
    // The role `listbox` requires options, so an empty list is hidden.
    list: {
      id: listId,
      role: 'listbox' as const,
      hidden: count === 0,
      // A press on an option must not take the focus from the text input.
      onMouseDown: (event: MouseEvent) => {
        if (indexAt(event) >= 0) event.preventDefault();
      },
      onClick: (event: MouseEvent) => {
        const index = indexAt(event);
        if (index >= 0) onPick(index);
      },
    },
    /** Returns the props of an option. They are plain values, so only options whose props change are rendered again. */
    option: (index: number) => ({
      id: optionId(index),
      role: 'option' as const,
      'aria-selected': index === current,
    }),
  };
}
