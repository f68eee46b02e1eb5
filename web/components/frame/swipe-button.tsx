import type { MouseEvent, PointerEvent } from 'react';
import { useRef } from 'react';
import { useFirstCopy } from '../../use-copy.ts';
import { Icon } from '../icon.tsx';
import { isFarEnough, isSwipe } from './swipe-travel.ts';

interface Drag {
  readonly startX: number;
  /** How many pixels the thumb can travel. */
  readonly room: number;
  travelled: number;
}

/**
 * A button in the shape of a track. A tap, Enter and Space do the same as a swipe (WCAG 2.5.1, 2.5.7). A swipe counts
 * if the pointer is lifted past 60% of the way; before that the thumb returns (2.5.2). It is a submit button, so that
 * it works in a form before the page's script runs.
 */
export function SwipeButton({
  onFire,
}: {
  /** If undefined, the button submits the surrounding form. */
  readonly onFire?: (() => void) | undefined;
}) {
  const first = useFirstCopy();
  const drag = useRef<Drag | null>(null);
  const swallowsClick = useRef(false);

  const move = (button: HTMLButtonElement, travelled: number) =>
    button.style.setProperty('--swipe', `${travelled}px`);

  const press = (event: PointerEvent<HTMLButtonElement>) => {
    const thumb = event.currentTarget.querySelector('.swipe-thumb');
    if (!thumb || event.button !== 0) return;
    swallowsClick.current = false;
    const room = event.currentTarget.clientWidth - thumb.clientWidth;
    drag.current = { startX: event.clientX, room, travelled: 0 };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const pull = (event: PointerEvent<HTMLButtonElement>) => {
    const current = drag.current;
    if (!current) return;
    current.travelled = Math.min(Math.max(event.clientX - current.startX, 0), current.room);
    event.currentTarget.dataset['dragged'] = '';
    move(event.currentTarget, current.travelled);
  };
  const lift = (event: PointerEvent<HTMLButtonElement>) => {
    const current = drag.current;
    drag.current = null;
    delete event.currentTarget.dataset['dragged'];
    const fires = current && event.type === 'pointerup' && isFarEnough(current.travelled, current.room);
    move(event.currentTarget, fires ? current.room : 0);
    // After a drag a mouse sends a click, which is not a tap; a finger sends none.
    swallowsClick.current = current !== null && isSwipe(current.travelled);
    if (!fires) return;
    if (onFire) onFire();
    else event.currentTarget.form?.requestSubmit();
  };
  const click = (event: MouseEvent) => {
    if (swallowsClick.current && event.detail > 0) {
      swallowsClick.current = false;
      event.preventDefault();
    } else if (onFire) {
      event.preventDefault();
      onFire();
    }
  };

  return (
    <button
      type="submit"
      className="swipe"
      onPointerDown={press}
      onPointerMove={pull}
      onPointerUp={lift}
      onPointerCancel={lift}
      onClick={click}
    >
      <span className="swipe-thumb" aria-hidden="true">
        <Icon name="forward" />
      </span>
      <span className="swipe-label">{first.swipe}</span>
      <span className="swipe-chevrons" aria-hidden="true">
        <Icon name="forward" />
        <Icon name="forward" />
        <Icon name="forward" />
      </span>
    </button>
  );
}
