/** For this many milliseconds, a new dialog ignores presses near the press that opened the dialog. */
const holdMillis = 400;
/** The largest distance, in CSS pixels, at which two presses count as being at the same place: the width of a fingertip. */
const fingertip = 24;

let lastPress: Pick<MouseEvent, 'clientX' | 'clientY'> | undefined;

// The server also runs this module, to prerender the first screen, and has no `document`.
if (typeof document !== 'undefined')
  document.addEventListener('pointerdown', (event) => (lastPress = event), { capture: true, passive: true });

/**
 * Returns a function that recognizes the second click of a double press, which would hit a control of the new dialog under the
 * finger. Call this when a dialog opens. Keyboard clicks, which have no coordinates, are never double presses.
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
