/** Runs `work` after the current press. A message that moves a button during the press would make the press miss it. */
export function afterPress(work: () => void): void {
  if (document.querySelector(':active') === null) work();
  else addEventListener('mouseup', () => setTimeout(work), { once: true });
}
