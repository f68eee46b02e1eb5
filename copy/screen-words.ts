/** Finds the words of a screen, and of the group of fields at a step. */
import { type ScreenKey, screenOf } from '../form/flow/flow.ts';
import { groupAt, type Step } from '../form/flow/steps.ts';
import type { Copy, GroupCopy, ScreenCopy } from './copy.ts';

export function screenCopy(copy: Copy, key: ScreenKey): ScreenCopy {
  return copy.screens[key];
}

/** Returns the words of the group at a step, or undefined if the screen has no fields. */
export function groupCopyAt(copy: Copy, step: Step): GroupCopy | undefined {
  const [first] = groupAt(step)?.fields ?? [];
  return first && screenCopy(copy, step.screen).groups?.[first];
}

/**
 * Returns the screen's part of the page title at a step (D25): the group's heading on a screen with several groups, or else the
 * screen's title. If the heading is missing or contains a person's name, returns the screen's title and the group's number,
 * because a name in the page title would stay in the browser's history.
 */
export function pageTitleAt(copy: Copy, step: Step): string {
  const { title } = screenCopy(copy, step.screen);
  const { groups } = screenOf(step.screen);
  if (groups.length < 2) return title;
  const heading = groupCopyAt(copy, step)?.title;
  return heading && !heading.includes('{') ? heading : `${title} (${step.part}/${groups.length})`;
}

/** Returns the label of the Skip button at a step, or undefined if the step can't be skipped (D14). */
export function skipTextAt(copy: Copy, step: Step): string | undefined {
  return screenCopy(copy, step.screen).skip;
}
