/** True from 64rem on, where help is beside the form instead of over it (design brief, section 3.1). */
export function isWide(): boolean {
  return window.matchMedia('(min-width: 64rem)').matches;
}
