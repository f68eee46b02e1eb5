/** Resolves when the browser has nothing more urgent to do, such as drawing the next screen, which a request slows (P4). */
export function afterPaint(): Promise<void> {
  // A browser without a scheduler sends at once.
  return window.scheduler?.postTask(() => undefined, { priority: 'background' }) ?? Promise.resolve();
}
