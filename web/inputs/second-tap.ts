/**
 * Works around a bug in Chromium: if the page scrolls between two quick taps, the second one focuses a field without a caret, and
 * typed text is lost. A field that a script focuses has a caret.
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
