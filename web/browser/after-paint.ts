/**
 * Resolves when the browser has no urgent work left, such as painting the next screen. A request sent before that would delay the
 * screen (P4).
 */
export function afterPaint(): Promise<void> {
  // Browsers without `scheduler` do not wait.
  return window.scheduler?.postTask(() => undefined, { priority: 'background' }) ?? Promise.resolve();
}
