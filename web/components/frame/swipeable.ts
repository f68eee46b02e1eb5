/** Makes a button respond to swipes, without React, because the first screen needs this before React is loaded. */

/** Milliseconds after a press on Start until the button says why the person has to wait. */
export const slowAfterMillis = 3000;

/** A swipe submits the form only if it has moved the thumb along at least this fraction of the track. */
const swipeFraction = 0.6;

const tapTolerance = 10;

/** Returns true if the thumb has traveled far enough for a swipe. `room` is the number of pixels that it can travel. */
export function isFarEnough(traveled: number, room: number): boolean {
  return room > 0 && traveled >= room * swipeFraction;
}

/** Returns true if the pointer was dragged, so the click that follows is not a tap. */
export function isSwipe(traveled: number): boolean {
  return traveled > tapTolerance;
}

/** Makes a button submit its form on a swipe (WCAG 2.5.1, 2.5.2, 2.5.7). Returns a function that removes the event listeners. */
export function swipeable(button: HTMLButtonElement): () => void {
  let drag: { readonly startX: number; readonly room: number; traveled: number } | null = null;
  let swallowsClick = false;
  const ended = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(
    type: K,
    handle: (event: HTMLElementEventMap[K]) => void,
  ): void => button.addEventListener(type, handle, { signal: ended.signal });
  const move = (traveled: number) => button.style.setProperty('--swipe', `${traveled}px`);

  const lift = (event: PointerEvent) => {
    const current = drag;
    drag = null;
    delete button.dataset['dragged'];
    const fires = current && event.type === 'pointerup' && isFarEnough(current.traveled, current.room);
    move(fires ? current.room : 0);
    // A mouse's drag, unlike a finger's, is followed by a click, which must not count as a tap.
    swallowsClick = current !== null && isSwipe(current.traveled);
    if (fires) button.form?.requestSubmit();
  };

  on('pointerdown', ({ button: pressed, clientX, pointerId }) => {
    const thumb = button.querySelector('.swipe-thumb');
    if (!thumb || pressed !== 0 || button.ariaDisabled === 'true') return;
    swallowsClick = false;
    drag = { startX: clientX, room: button.clientWidth - thumb.clientWidth, traveled: 0 };
    button.setPointerCapture(pointerId);
  });
  on('pointermove', ({ clientX }) => {
    if (!drag) return;
    drag.traveled = Math.min(Math.max(clientX - drag.startX, 0), drag.room);
    button.dataset['dragged'] = '';
    move(drag.traveled);
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
