import { useEffect, useRef, useState } from 'react';
import { useFirstCopy } from '../../use-copy.ts';
import { Icon } from '../icon.tsx';
import { slowAfterMillis } from './slow-start.ts';
import { swipeable } from './swipeable.ts';

/** A button in the shape of a track. A swipe, a tap, Enter and Space submit the surrounding form. */
export function SwipeButton({
  starting = false,
}: {
  /** It was pressed, and what follows is not there yet. */
  readonly starting?: boolean;
}) {
  const first = useFirstCopy();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!starting) return;
    const timer = setTimeout(() => setSlow(true), slowAfterMillis);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [starting]);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => (button.current ? swipeable(button.current) : undefined), []);
  return (
    <button ref={button} type="submit" className="swipe" aria-disabled={starting || undefined}>
      <span className="swipe-thumb" aria-hidden="true">
        <Icon name="forward" />
      </span>
      <span className="swipe-label">{starting ? (isSlow ? first.slow : first.starting) : first.swipe}</span>
    </button>
  );
}
