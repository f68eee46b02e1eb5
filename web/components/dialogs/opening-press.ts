/** Milliseconds for which a new dialog ignores presses at the place of the last one. */
const holdMillis = 400;
/** Two presses within this distance in CSS pixels, a fingertip, count as the same place. */
const fingertip = 24;

let lastPress: Pick<MouseEvent, 'clientX' | 'clientY'> | undefined;

// The server, which prerenders the first screen, has no document.
if (typeof document !== 'undefined')
  document.addEventListener('pointerdown', (event) => (lastPress = event), { capture: true, passive: true });

/**
 * Call when a dialog opens. Returns a function that recognizes the second press of a double press, which would hit whatever the
 * dialog shows under the finger. A click by keyboard has no coordinates. Meanwhile the dialog has `data-opening`.
 */
export function recognizeDoublePress({ dataset }: HTMLElement): (click: MouseEvent) => boolean {
  const before = lastPress;
  const openedAt = performance.now();
  dataset['opening'] = '';
  setTimeout(() => delete dataset['opening'], holdMillis);
  return ({ detail, timeStamp, clientX, clientY }) =>
    before !== undefined &&
    detail > 0 &&
    timeStamp - openedAt < holdMillis &&
    Math.hypot(clientX - before.clientX, clientY - before.clientY) <= fingertip;
}
