/** The swipe of a button in the shape of a track, without React, because the first screen needs it before React is there. */
import { isFarEnough, isSwipe } from './swipe-travel.ts';

/** Milliseconds after the press on Start until the button says why nothing has come yet. */
export const slowAfterMillis = 3000;

interface Drag {
  readonly startX: number;
  /** How many pixels the thumb can travel. */
  readonly room: number;
  travelled: number;
}

/**
 * Makes a submit button submit its form when it is swiped. A tap, Enter and Space submit it anyway (WCAG 2.5.1, 2.5.7).
 * A swipe counts if the pointer is lifted past 60% of the way; before that the thumb returns (2.5.2). Returns a function
 * that ends this.
 */
export function swipeable(button: HTMLButtonElement): () => void {
  let drag: Drag | null = null;
  let swallowsClick = false;
  const ended = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(
    type: K,
    handle: (event: HTMLElementEventMap[K]) => void,
  ): void => button.addEventListener(type, handle, { signal: ended.signal });
  const move = (travelled: number) => button.style.setProperty('--swipe', `${travelled}px`);

  const lift = (event: PointerEvent) => {
    const current = drag;
    drag = null;
    delete button.dataset['dragged'];
    const fires = current && event.type === 'pointerup' && isFarEnough(current.travelled, current.room);
    move(fires ? current.room : 0);
    // After a drag a mouse sends a click, which is not a tap; a finger sends none.
    swallowsClick = current !== null && isSwipe(current.travelled);
    if (fires) button.form?.requestSubmit();
  };

  on('pointerdown', ({ button: pressed, clientX, pointerId }) => {
    const thumb = button.querySelector('.swipe-thumb');
    if (!thumb || pressed !== 0 || button.ariaDisabled === 'true') return;
    swallowsClick = false;
    drag = { startX: clientX, room: button.clientWidth - thumb.clientWidth, travelled: 0 };
    button.setPointerCapture(pointerId);
  });
  on('pointermove', ({ clientX }) => {
    if (!drag) return;
    drag.travelled = Math.min(Math.max(clientX - drag.startX, 0), drag.room);
    button.dataset['dragged'] = '';
    move(drag.travelled);
  });
  on('pointerup', lift);
  on('pointercancel', lift);
  on('click', (event) => {
    if (!swallowsClick || event.detail === 0) return;
    swallowsClick = false;
    event.preventDefault();
  });
  return () => ended.abort();
}
