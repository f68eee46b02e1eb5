/** Tells whether a press is under way, so that the page moves nothing below a finger or the mouse pointer. */

let isPressed = false;
const waiting: (() => void)[] = [];

/** Calls `work` after the click that a press under way causes, or immediately if there is no press. */
export function afterPress(work: () => void): void {
  if (isPressed) waiting.push(work);
  else work();
}

// A browser sends `mousedown` for a finger, too, before it moves the focus.
if (typeof document !== 'undefined') {
  addEventListener(
    'mousedown',
    () => {
      isPressed = true;
    },
    true,
  );
  addEventListener(
    'click',
    () => {
      isPressed = false;
      for (const work of waiting.splice(0)) work();
    },
    true,
  );
}
