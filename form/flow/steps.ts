/** Declares the steps of the flow. A step is one group of a screen's fields, for one person on screens about people (D43). */
import type { ApplicationState } from '../fields/application-state.ts';
import { ownersOf } from '../people/ownership.ts';
import { applicantOf, authorizedUsersOf, type Person } from '../people/people.ts';
import type { Group, Screen } from '../screens/screen.ts';
import { type AskedTogether, answersTo, fieldsAsked } from '../state/asked.ts';
import { type ScreenKey, screenOf, screens } from './flow.ts';

export interface Step {
  readonly screen: ScreenKey;
  /** The number of the group on its screen, counted from 1. */
  readonly part: number;
  /** The number of the owner whom the step is about, counted from 1. */
  readonly owner?: number;
  /** The number of the authorized user whom the step is about, counted from 1. */
  readonly user?: number;
}

/** Returns a screen's steps without owner or user numbers: one for each group of fields, or one if it has no fields. */
export function stepsOfScreen(screen: Screen): Step[] {
  return Array.from({ length: Math.max(1, screen.groups.length) }, (_, index) => ({
    screen: screen.key as ScreenKey,
    part: index + 1,
  }));
}

/** Returns a step's group of fields, or undefined if its screen has no fields. */
export function groupAt(step: Step): Group | undefined {
  return screenOf(step.screen).groups[step.part - 1];
}

/** Returns the URL of a step. The path identifies the screen, and the query identifies the group and the person (D43). */
export function urlOf({ screen, part, owner, user }: Step): string {
  const numbers = Object.entries({ part: part > 1 ? part : undefined, owner, user });
  const query = numbers.flatMap(([key, value]) => (value === undefined ? [] : `${key}=${value}`)).join('&');
  return query ? `${screenOf(screen).route}?${query}` : screenOf(screen).route;
}

/** Returns the step about the first person, if the page shows that step's fields below the given step's question after a Yes. */
export function stepUnderYes({ screen, part, owner, user }: Step): Step | undefined {
  if (owner !== undefined || user !== undefined) return undefined;
  const group = screenOf(screen).groups[part];
  if (!group?.underYes) return undefined;
  return { screen, part: part + 1, [group.record === 'owner' ? 'owner' : 'user']: 1 };
}

/** Returns whether the page shows a step's fields below another step's question after the answer Yes. */
export function isUnderYes(step: Step): boolean {
  return groupAt(step)?.underYes === true && (step.owner ?? step.user) === 1;
}

/** Returns the step at a URL, or undefined for an unknown path. Before showing the step, the caller must check `canVisit`. */
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
  return one.screen === other.screen && one.part === other.part && isAboutSamePerson(one, other);
}

/** Returns whether a step is about an owner or an authorized user. */
export function isAboutOneOfSeveral(step: Step): boolean {
  return step.owner !== undefined || step.user !== undefined;
}

/** Returns whether two steps are about the same owner or authorized user. Also true if both steps are about neither. */
export function isAboutSamePerson(one: Step, other: Step): boolean {
  return one.owner === other.owner && one.user === other.user;
}

/** Returns the index of a step in a list, or -1 if the step isn't in the list. */
export function indexOfStep(steps: readonly Step[], step: Step): number {
  return steps.findIndex((candidate) => sameStep(candidate, step));
}

/** Returns the person that a step is about. Undefined for a step about no person, or if the person isn't entered yet. */
export function personAt(step: Step, state: ApplicationState): Person | undefined {
  if (step.owner !== undefined) return ownersOf(state)[step.owner - 1];
  if (step.user !== undefined) return authorizedUsersOf(state)[step.user - 1];
  return groupAt(step)?.record === 'applicant' ? applicantOf(state) : undefined;
}

/** Returns the fields in a step's group with their record and person. Returns no fields if the step's screen has none. */
export function askedAt(step: Step, state: ApplicationState): AskedTogether {
  const group = groupAt(step);
  return {
    record: group?.record ?? 'questions',
    keys: group?.fields ?? [],
    person: personAt(step, state),
    onlySkipLeavesOut: true,
  };
}

/** Returns the answers of the record to which a step's group belongs. */
export function recordAt(step: Step, state: ApplicationState): Readonly<Record<string, unknown>> {
  return groupAt(step) ? answersTo(askedAt(step, state), state) : {};
}

/** Returns the fields that this application asks for in a step's group, with the fields' keys. */
export function fieldsAt(step: Step, state: ApplicationState): ReturnType<typeof fieldsAsked> {
  return fieldsAsked(askedAt(step, state), state);
}

/** Returns the first step about the owner or authorized user with this number, counted from 1. */
export function stepOfPerson(kind: 'owner' | 'user', number: number): Step {
  return kind === 'owner'
    ? { screen: 'owner', part: 2, owner: number }
    : { screen: 'authorized-user', part: 2, user: number };
}
