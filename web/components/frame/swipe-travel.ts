/** Part of the way after which lifting the pointer counts as a swipe. */
const enough = 0.6;

/** Pixels within which a press that trembles is still a tap. */
const tremble = 10;

/** True where the thumb has come so far that letting go fires. */
export function isFarEnough(travelled: number, room: number): boolean {
  return room > 0 && travelled >= room * enough;
}

/** True where the pointer was drawn along, so that the click that may follow is none. */
export function isSwipe(travelled: number): boolean {
  return travelled > tremble;
}
