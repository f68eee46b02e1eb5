/**
 * Two quick taps on one spot count as a double click, even where the page has scrolled between them and brought another
 * field under the finger. Chromium then gives that field the focus but no caret, on any page: what is typed vanishes
 * until the next tap. Focused from here, it has one.
 */
export function giveCaretOnSecondTap(): void {
  addEventListener('mousedown', (event) => {
    const { target } = event;
    if (event.detail < 2 || target === document.activeElement || !(target instanceof HTMLInputElement))
      return;
    event.preventDefault();
    target.focus();
  });
}
