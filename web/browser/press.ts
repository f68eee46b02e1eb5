/** Tells whether a press is under way, so that the page moves nothing below a finger or the mouse pointer. */

/** Milliseconds after the end of a press until it counts as over even if no click has followed, as in Safari on a blank spot. */
const longestPause = 300;

let isPressed = false;
const waiting: (() => void)[] = [];

/** Calls `work` after the press that is under way, or immediately if there is none. */
export function afterPress(work: () => void): void {
  if (isPressed) waiting.push(work);
  else work();
}

function release(): void {
  isPressed = false;
  for (const work of waiting.splice(0)) work();
}

if (typeof document !== 'undefined') {
  const press = () => {
    isPressed = true;
  };
  addEventListener('pointerdown', press, true);
  addEventListener('pointerup', () => setTimeout(release, longestPause), true);
  addEventListener('pointercancel', release, true);
  addEventListener('click', release, true);
}
