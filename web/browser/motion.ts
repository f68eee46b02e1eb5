/** Movement between screens (`docs/decisions/motion.md`). */

/** Sets the direction from which the next screen enters, for `theme/motion.css`. */
export function setDirection(direction: 'forward' | 'back'): void {
  document.documentElement.dataset['way'] = direction;
}

/** Draws a screen. A view transition moves the card there, if the browser can and the person wants motion. */
export async function movingCard(draw: () => void | Promise<void>): Promise<void> {
  setDirection('forward');
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!document.startViewTransition || isStill || document.hidden) return draw();
  const { ready, updateCallbackDone } = document.startViewTransition(draw);
  // A transition that is skipped has still drawn its screen.
  ready.catch(() => undefined);
  return updateCallbackDone;
}
