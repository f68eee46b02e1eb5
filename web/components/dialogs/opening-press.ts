/**
 * The press that opens a dialog, and the one that follows it by mistake: the second press of a double one hits whatever
 * the dialog shows under the finger, such as the button that removes a person.
 */

/** Milliseconds for which a dialog that has just opened takes no press where the one before it fell. */
const holdMillis = 400;
/** How far the second press of a double one may fall from the first, in CSS pixels: a fingertip. */
const fingertip = 24;

type Spot = Pick<MouseEvent, 'clientX' | 'clientY'>;

let lastPress: Spot | undefined;

// There is no document where the first screen is rendered ahead, on the server.
if (typeof document !== 'undefined')
  document.addEventListener('pointerdown', (event) => (lastPress = event), { capture: true, passive: true });

/**
 * To be called when a dialog opens; tells of a click whether it was meant for what was shown before. A click by key has
 * no coordinates, and is always meant for the dialog.
 */
export function pressesMeantBefore(): (click: MouseEvent) => boolean {
  const before = lastPress;
  const openedAt = performance.now();
  return ({ detail, timeStamp, clientX, clientY }) =>
    before !== undefined &&
    detail > 0 &&
    timeStamp - openedAt < holdMillis &&
    Math.hypot(clientX - before.clientX, clientY - before.clientY) <= fingertip;
}
