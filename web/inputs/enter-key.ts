import type { KeyboardEvent } from 'react';

/** What Enter may lead to; the calendar's own input is not for the keyboard. */
const steps = 'input:not([tabindex="-1"]), select';
const typedInto = ['text', 'email', 'tel', 'password'];

/**
 * Put on a form as `onKeyDown`: on a touch screen Enter goes on to the next control of the form, as its key says
 * ("next"); on the last one, and wherever there is a mouse, Enter presses the form's own button.
 */
export function goToNextOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const from = event.target;
  if (event.key !== 'Enter' || event.defaultPrevented) return;
  if (!(from instanceof HTMLInputElement) || !typedInto.includes(from.type)) return;
  if (!window.matchMedia('(pointer: coarse)').matches) return;
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(steps)];
  const following = controls[controls.indexOf(from) + 1];
  if (!following) return;
  event.preventDefault();
  following.focus();
}
