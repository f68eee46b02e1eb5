import { useEffect, useRef } from 'react';
import { useFirstCopy } from '../../copy/use-copy.ts';
import { Icon } from '../icon.tsx';
import { swipeable } from './swipeable.ts';

/** Submits the surrounding form on a swipe, tap, Enter or Space. `waiting` is the label after the press, false before it. */
export function SwipeButton({ waiting }: { readonly waiting: string | false }) {
  const first = useFirstCopy();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => (button.current ? swipeable(button.current) : undefined), []);
  return (
    <button ref={button} type="submit" className="swipe" aria-disabled={waiting !== false || undefined}>
      <span className="swipe-thumb" aria-hidden="true">
        <Icon name="forward" />
      </span>
      <span className="swipe-label">{waiting || first.swipe}</span>
    </button>
  );
}
