/**
 * Resolves when the browser has no more urgent work, such as drawing the next screen. A request sent before that would delay the
 * screen (P4).
 */
export function afterPaint(): Promise<void> {
  // Without a scheduler, resolves at once.
  return window.scheduler?.postTask(() => undefined, { priority: 'background' }) ?? Promise.resolve();
}
