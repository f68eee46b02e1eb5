/** Returns true from a width of 64rem, where help is next to the form instead of over it (design brief, section 3.1). */
export function isWide(): boolean {
  return window.matchMedia('(min-width: 64rem)').matches;
}
