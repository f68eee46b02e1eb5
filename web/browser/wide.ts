/** Returns true if the window is wide enough for help next to the form (design brief, section 3.1). */
export function isWide(): boolean {
  return window.matchMedia('(min-width: 64rem)').matches;
}
