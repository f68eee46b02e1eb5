import type { KeyboardEvent } from 'react';

/** Selector for the controls that Enter moves between. Excludes the calendar's input, which the keyboard cannot reach. */
const steps = 'input:not([tabindex="-1"]), select';
const typedInto = ['text', 'email', 'tel', 'password'];

/** Handles a form's `onKeyDown`. On a touch screen, Enter goes to the next control, and submits only in the last one. */
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
