/**
 * Returns true if the window is at least 64rem wide. Help is then next to the form and not over it (design brief, section 3.1).
 */
export function isWide(): boolean {
  return window.matchMedia('(min-width: 64rem)').matches;
}
