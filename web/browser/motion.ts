/**
 * Movement between screens (`theme/motion.css`, `docs/decisions/motion.md`). A new screen comes in the direction of the
 * way and can be used at once. Between a page that the card leads and the form, a view transition moves the card.
 */
/** Says where the next screen comes from. The style sheet reads it from the document's element. */
export function setWay(way: 'forward' | 'back'): void {
  document.documentElement.dataset['way'] = way;
}

/**
 * Draws a screen while the card moves to where it stands there. In a browser without view transitions, in a hidden page
 * or for a person who wants no motion, the screen is drawn and nothing moves. Resolves once it is drawn; rejects if that
 * fails.
 * @param draw Draws the screen before it returns or resolves.
 */
export async function movingCard(draw: () => void | Promise<void>): Promise<void> {
  setWay('forward');
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!document.startViewTransition || isStill || document.hidden) return draw();
  const { ready, updateCallbackDone } = document.startViewTransition(draw);
  // A movement that is cut short has drawn its screen all the same.
  ready.catch(() => undefined);
  return updateCallbackDone;
}
