/**
 * A step: one group of fields of one screen, for one person. Its address contains all of that (D43).
 */

import type { ApplicationState } from '../fields/application-state.ts';
import type { Field } from '../fields/field.ts';
import { ownersOf } from '../people/ownership.ts';
import type { Person } from '../people/people.ts';
import { applicantOf, authorizedUsersOf } from '../people/people.ts';
import type { Group, Screen } from '../screens/screen.ts';
import type { AskedTogether } from '../state/asked.ts';
import { answersTo, fieldsAsked } from '../state/asked.ts';
import type { ScreenKey } from './flow.ts';
import { screenOf, screens } from './flow.ts';

/** Where a person is: a screen, the group of its fields (from 1), and whom it is about (from 1). */
export interface Step {
  readonly screen: ScreenKey;
  readonly part: number;
  readonly owner?: number;
  readonly user?: number;
}

/** The steps of a screen without its people: one for each group of fields, and one for a screen without fields. */
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
export function urlOf(step: Step): string {
  const query = Object.entries({
    part: step.part > 1 ? step.part : undefined,
    owner: step.owner,
    user: step.user,
  })
    .flatMap(([key, value]) => (value === undefined ? [] : `${key}=${value}`))
    .join('&');
  return query ? `${screenOf(step.screen).route}?${query}` : screenOf(step.screen).route;
}

/** The step of an address; undefined where no screen has that path. `canVisit` decides whether it can be shown. */
export function stepAt(path: string, search: string): Step | undefined {
  const screen = screens.find(({ route }) => route === path);
  if (!screen) return undefined;
  const number = (key: string) => {
    const digits = new RegExp(`(?:^\\??|&)${key}=(\\d{1,2})(?:&|$)`).exec(search)?.[1];
    return digits === undefined ? undefined : Number(digits);
  };
  const [ownerNumber, userNumber] = [number('owner'), number('user')];
  return {
    screen: screen.key as ScreenKey,
    part: number('part') ?? 1,
    ...(ownerNumber !== undefined && { owner: ownerNumber }),
    ...(userNumber !== undefined && { user: userNumber }),
  };
}

export function sameStep(one: Step, other: Step): boolean {
  return (
    one.screen === other.screen &&
    one.part === other.part &&
    one.owner === other.owner &&
    one.user === other.user
  );
}

/** The person a step is about; undefined for the business, and for someone not entered yet. */
export function personAt(step: Step, state: ApplicationState): Person | undefined {
  if (step.owner !== undefined) return ownersOf(state)[step.owner - 1];
  if (step.user !== undefined) return authorizedUsersOf(state)[step.user - 1];
  return groupAt(step)?.record === 'applicant' ? applicantOf(state) : undefined;
}

/** Returns the fields in the group of a step, or none on screens without fields. */
export function askedAt(step: Step, state: ApplicationState): AskedTogether {
  const group = groupAt(step);
  return {
    record: group?.record ?? 'questions',
    keys: group?.fields ?? [],
    person: personAt(step, state),
    onlySkipLeavesOut: true,
  };
}

/** The answers of the record that the step's group belongs to. */
export function recordAt(step: Step, state: ApplicationState): Readonly<Record<string, unknown>> {
  return groupAt(step) ? answersTo(askedAt(step, state), state) : {};
}

/** The fields to show at a step, by key: those of its group that are asked. */
export function fieldsAt(
  step: Step,
  state: ApplicationState,
): readonly (readonly [key: string, field: Field])[] {
  return fieldsAsked(askedAt(step, state), state);
}

/** The first step about a person of a list, by number from 1. */
export function stepOfPerson(kind: 'owner' | 'user', number: number): Step {
  return kind === 'owner'
    ? { screen: 'owner', part: 2, owner: number }
    : { screen: 'authorized-user', part: 2, user: number };
}
