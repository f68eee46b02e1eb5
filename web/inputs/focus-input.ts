/**
 * Leads the person to an input: its label comes into view first, so that the question is never left above the edge,
 * then the wrong part of it, or its first control, takes the focus. Does nothing where no input has the id.
 */
export function focusInput(id: string): void {
  const frame = document.getElementById(`${id}-field`);
  const wrong = frame?.querySelector<HTMLElement>('input[aria-invalid], select[aria-invalid]');
  const checked = frame?.querySelector<HTMLElement>('input[type=radio]:checked');
  const target = wrong ?? checked ?? document.getElementById(id);
  frame?.scrollIntoView({ block: 'nearest' });
  target?.focus();
}
