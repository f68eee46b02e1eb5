/**
 * Scrolls to the label of an input. Then focuses the input's invalid part. If there is none, focuses its chosen option or else
 * its first control.
 */
export function focusInput(id: string): void {
  const frame = document.getElementById(`${id}-field`);
  const invalid = frame?.querySelector<HTMLElement>('input[aria-invalid], select[aria-invalid]');
  const checked = frame?.querySelector<HTMLElement>('input[type=radio]:checked');
  const target = invalid ?? checked ?? document.getElementById(id);
  frame?.scrollIntoView({ block: 'nearest' });
  target?.focus();
}
