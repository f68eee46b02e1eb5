/**
 * Resolves when the browser has nothing more urgent to do, such as drawing the next screen: to send a request takes it as
 * long as a good part of that (P4).
 */
export function afterPaint(): Promise<void> {
  // A browser without priorities sends at once.
  return window.scheduler?.postTask(() => undefined, { priority: 'background' }) ?? Promise.resolve();
}
