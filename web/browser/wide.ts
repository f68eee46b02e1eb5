/**
 * Returns true if the window is at least 64rem wide: help is then next to the form instead of over it (design brief, section
 * 3.1).
 */
export function isWide(): boolean {
  return window.matchMedia('(min-width: 64rem)').matches;
}
