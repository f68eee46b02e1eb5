/** Controls the motion between screens (`docs/decisions/motion.md`). */

/** Sets the direction from which the next screen moves in, for `theme/motion.css`. */
export function setDirection(direction: 'forward' | 'back'): void {
  document.documentElement.dataset['way'] = direction;
}

/** Renders a screen. Moves the card in a view transition, unless the browser can't, the page is hidden or motion is reduced. */
export async function movingCard(draw: () => void | Promise<void>): Promise<void> {
  setDirection('forward');
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!document.startViewTransition || isStill || document.hidden) return draw();
  const { ready, updateCallbackDone } = document.startViewTransition(draw);
  // If the browser skips the transition, `ready` rejects, but the screen is still rendered.
  ready.catch(() => undefined);
  return updateCallbackDone;
}
