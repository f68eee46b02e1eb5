/** Controls the motion between screens (`docs/decisions/motion.md`). */

/** Sets the direction from which the next screen moves in, for `theme/motion.css`. */
export function setDirection(direction: 'forward' | 'back'): void {
  document.documentElement.dataset['way'] = direction;
}

/**
 * Draws a screen. The card moves to its new place by a view transition, if the browser supports that and the person has not
 * reduced motion.
 */
export async function movingCard(draw: () => void | Promise<void>): Promise<void> {
  setDirection('forward');
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!document.startViewTransition || isStill || document.hidden) return draw();
  const { ready, updateCallbackDone } = document.startViewTransition(draw);
  // A skipped transition rejects `ready`, but has still drawn the screen.
  ready.catch(() => undefined);
  return updateCallbackDone;
}
