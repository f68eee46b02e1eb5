/** Fraction of the way after which lifting the pointer counts as a swipe. */
const enough = 0.6;

/** Pixels that a pointer may move during a tap. */
const tremble = 10;

/** True if the thumb is far enough for the swipe to count. */
export function isFarEnough(travelled: number, room: number): boolean {
  return room > 0 && travelled >= room * enough;
}

/** True if the pointer was dragged, so that a click that follows is not a tap. */
export function isSwipe(travelled: number): boolean {
  return travelled > tremble;
}
