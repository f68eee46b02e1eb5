/**
 * Recognizes the second press of a double press that opened a dialog. It would hit whatever the dialog shows under the
 * finger, such as the button that removes a person.
 */

/** For this many milliseconds a new dialog ignores presses at the place of the last one. */
const holdMillis = 400;
/** Two presses within this distance, in CSS pixels, count as the same place: a fingertip. */
const fingertip = 24;

type Spot = Pick<MouseEvent, 'clientX' | 'clientY'>;

let lastPress: Spot | undefined;

// There is no document on the server, which prerenders the first screen.
if (typeof document !== 'undefined')
  document.addEventListener('pointerdown', (event) => (lastPress = event), { capture: true, passive: true });

/**
 * Call when a dialog opens. The function it returns is true for a click that was aimed at what was there before. A
 * click by keyboard has no coordinates and is always meant for the dialog. The dialog has `data-opening` for as long.
 */
export function pressesMeantBefore({ dataset }: HTMLElement): (click: MouseEvent) => boolean {
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
