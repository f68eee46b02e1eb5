/**
 * Works around a bug in Chromium: if the page scrolls between two quick taps on the same spot, the second tap focuses the field
 * there without a caret, and typed text is lost. A field that a script focuses has a caret.
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
