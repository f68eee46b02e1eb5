/** A step: one group of fields of one screen, for one person. Its address contains all three (D43). */

import type { ApplicationState } from '../fields/application-state.ts';
import { ownersOf } from '../people/ownership.ts';
import type { Person } from '../people/people.ts';
import { applicantOf, authorizedUsersOf } from '../people/people.ts';
import type { Group, Screen } from '../screens/screen.ts';
import type { AskedTogether } from '../state/asked.ts';
import { answersTo, fieldsAsked } from '../state/asked.ts';
import type { ScreenKey } from './flow.ts';
import { screenOf, screens } from './flow.ts';

export interface Step {
  readonly screen: ScreenKey;
  /** The number of the group, from 1. */
  readonly part: number;
  /** The number of the owner, from 1. */
  readonly owner?: number;
  /** The number of the authorized user, from 1. */
  readonly user?: number;
}

/** The steps of a screen, without people: one for each group of fields, and one for a screen without fields. */
export function stepsOfScreen(screen: Screen): Step[] {
  return Array.from({ length: Math.max(1, screen.groups.length) }, (_, index) => ({
    screen: screen.key as ScreenKey,
    part: index + 1,
  }));
}

/** The group of fields of a step; undefined on screens without fields. */
export function groupAt(step: Step): Group | undefined {
  return screenOf(step.screen).groups[step.part - 1];
}

/** The address of a step: its path is the screen, its query the group and the person (D43). */
export function urlOf({ screen, part, owner, user }: Step): string {
  const numbers = Object.entries({ part: part > 1 ? part : undefined, owner, user });
  const query = numbers.flatMap(([key, value]) => (value === undefined ? [] : `${key}=${value}`)).join('&');
  return query ? `${screenOf(screen).route}?${query}` : screenOf(screen).route;
}

/** The step of an address; undefined if no screen has that path. `canVisit` decides whether it can be shown. */
export function stepAt(path: string, search: string): Step | undefined {
  const screen = screens.find(({ route }) => route === path);
  if (!screen) return undefined;
  const numbers = ['part', 'owner', 'user'].flatMap((key) => {
    const digits = new RegExp(`(?:^\\??|&)${key}=(\\d{1,2})(?:&|$)`).exec(search)?.[1];
    return digits === undefined ? [] : [[key, Number(digits)]];
  });
  return { screen: screen.key as ScreenKey, part: 1, ...Object.fromEntries(numbers) };
}

export function sameStep(one: Step, other: Step): boolean {
  return (
    one.screen === other.screen &&
    one.part === other.part &&
    one.owner === other.owner &&
    one.user === other.user
  );
}

/** The index of a step among others; -1 if it is not one of them. */
export function indexOfStep(steps: readonly Step[], step: Step): number {
  return steps.findIndex((candidate) => sameStep(candidate, step));
}

/** The person of a step; undefined for the business, and for someone who is not entered yet. */
export function personAt(step: Step, state: ApplicationState): Person | undefined {
  if (step.owner !== undefined) return ownersOf(state)[step.owner - 1];
  if (step.user !== undefined) return authorizedUsersOf(state)[step.user - 1];
  return groupAt(step)?.record === 'applicant' ? applicantOf(state) : undefined;
}

/** The fields in the group of a step; none on screens without fields. */
export function askedAt(step: Step, state: ApplicationState): AskedTogether {
  const group = groupAt(step);
  return {
    record: group?.record ?? 'questions',
    keys: group?.fields ?? [],
    person: personAt(step, state),
    onlySkipLeavesOut: true,
  };
}

/** The answers of the record of a step's group. */
export function recordAt(step: Step, state: ApplicationState): Readonly<Record<string, unknown>> {
  return groupAt(step) ? answersTo(askedAt(step, state), state) : {};
}

/** The fields of a step's group that are asked, by key. */
export function fieldsAt(step: Step, state: ApplicationState): ReturnType<typeof fieldsAsked> {
  return fieldsAsked(askedAt(step, state), state);
}

/** The first step of a person of a list, by number from 1. */
export function stepOfPerson(kind: 'owner' | 'user', number: number): Step {
  return kind === 'owner'
    ? { screen: 'owner', part: 2, owner: number }
    : { screen: 'authorized-user', part: 2, user: number };
}
