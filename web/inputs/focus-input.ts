/** Scrolls to a field, and focuses the field's first invalid control, or else its chosen option or its first control. */
export function focusInput(id: string): void {
  const frame = document.getElementById(`${id}-field`);
  const invalid = frame?.querySelector<HTMLElement>('input[aria-invalid], select[aria-invalid]');
  const checked = frame?.querySelector<HTMLElement>('input[type=radio]:checked');
  const target = invalid ?? checked ?? document.getElementById(id);
  frame?.scrollIntoView({ block: 'nearest' });
  target?.focus();
}
