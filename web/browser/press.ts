/** Delays work until a press is over, so that the page moves nothing below a finger or the mouse pointer. */

let isPressed = false;
const waiting: (() => void)[] = [];

/** Calls `work` after the click that a press under way causes, or immediately if there is no press. */
export function afterPress(work: () => void): void {
  if (isPressed) waiting.push(work);
  else work();
}

/**
 * Ends the press in a later task, after the click, which is in the same task as `mouseup`. React would ignore the click if a
 * checkbox changed before it.
 */
const release = () =>
  setTimeout(() => {
    isPressed = false;
    for (const work of waiting.splice(0)) work();
  });

// A browser sends `mousedown` for a finger, too, before it moves the focus. A press that drags a selection ends with `dragend`.
if (typeof document !== 'undefined') {
  addEventListener(
    'mousedown',
    () => {
      isPressed = true;
    },
    true,
  );
  for (const end of ['mouseup', 'dragend']) addEventListener(end, release, true);
}
