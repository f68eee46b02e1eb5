/**
 * Works around Chromium: if the page scrolls between two quick taps on one spot, the second focuses the field there without
 * a caret, and typed text is lost. Focused by a script, the field has a caret.
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
