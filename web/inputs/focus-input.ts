/**
 * Scrolls to the label of an input, so that the question is visible, then focuses the wrong part of it or its first
 * control. Does nothing if no input has this id.
 */
export function focusInput(id: string): void {
  const frame = document.getElementById(`${id}-field`);
  const wrong = frame?.querySelector<HTMLElement>('input[aria-invalid], select[aria-invalid]');
  const checked = frame?.querySelector<HTMLElement>('input[type=radio]:checked');
  const target = wrong ?? checked ?? document.getElementById(id);
  frame?.scrollIntoView({ block: 'nearest' });
  target?.focus();
}
