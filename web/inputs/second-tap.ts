/**
 * Works around a bug in Chromium: if the page scrolls between two quick taps, the second tap focuses a field that then has no
 * caret, so typed text is lost. If a script focuses the field instead, the field has a caret.
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
