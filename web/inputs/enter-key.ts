import type { KeyboardEvent } from 'react';

const steps = 'input:not([type=date]), select';

/**
 * Put on a form as `onKeyDown`: on a touch screen Enter goes on to the next control of the form, as its key says
 * ("next"); on the last one, and wherever there is a mouse, Enter presses the form's own button.
 */
export function goToNextOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const from = event.target;
  if (event.key !== 'Enter' || !(from instanceof HTMLInputElement)) return;
  if (!window.matchMedia('(pointer: coarse)').matches) return;
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(steps)];
  const following = controls[controls.indexOf(from) + 1];
  if (!following) return;
  event.preventDefault();
  following.focus();
}
