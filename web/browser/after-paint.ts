/**
 * Resolves when the browser has no urgent work left, such as drawing the next screen. A request sent earlier would delay that
 * screen (P4).
 */
export function afterPaint(): Promise<void> {
  // Browsers without `scheduler` do not wait.
  return window.scheduler?.postTask(() => undefined, { priority: 'background' }) ?? Promise.resolve();
}
