/** Delays work until a press is over, so that the page moves nothing below a finger or the mouse pointer. */

let isPressed = false;
const waiting: (() => void)[] = [];

/** Calls `work` immediately if there is no press. During a press, calls `work` after the click that the press causes. */
export function afterPress(work: () => void): void {
  if (isPressed) waiting.push(work);
  else work();
}

/**
 * Ends the press in a later task, because `mouseup` and the click are in the same task, and the click must come first. If a
 * checkbox changed before the click, React would ignore the click.
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
