/**
 * A place: one group of fields of one screen, for one person. Its address is the only memory of where one is (D43).
 */
import type { Field } from './field.ts';
import type { ScreenKey } from './flow.ts';
import { screenOf, screens } from './flow.ts';
import type { AskedTogether } from './records.ts';
import { answersTo, fieldsAsked } from './records.ts';
import type { Group } from './screens/screen.ts';
import type { Person, Situation } from './situation.ts';
import { applicantOf, authorizedUsersOf, ownersOf } from './situation.ts';

/** Where a person is: a screen, the group of its fields (from 1), and whom it is about (from 1). */
export interface Place {
  readonly screen: ScreenKey;
  readonly part: number;
  readonly owner?: number;
  readonly user?: number;
}

/** The group of fields shown at a place; undefined on screens without fields and where the way stops. */
export function groupAt(place: Place): Group | undefined {
  return screenOf(place.screen).groups[place.part - 1];
}

/** The whole address of a place: the path is the screen, the query says which group and whom (D43). */
export function urlOf(place: Place): string {
  const query = Object.entries({
    part: place.part > 1 ? place.part : undefined,
    owner: place.owner,
    user: place.user,
  })
    .flatMap(([key, value]) => (value === undefined ? [] : `${key}=${value}`))
    .join('&');
  return query ? `${screenOf(place.screen).route}?${query}` : screenOf(place.screen).route;
}

/** The place of an address; undefined where no screen has that path. Whether it may be visited is asked apart. */
export function placeAt(path: string, search: string): Place | undefined {
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

export function samePlace(one: Place, other: Place): boolean {
  return (
    one.screen === other.screen &&
    one.part === other.part &&
    one.owner === other.owner &&
    one.user === other.user
  );
}

/** The person a place is about; undefined for the business, and for someone not entered yet. */
export function personAt(place: Place, situation: Situation): Person | undefined {
  if (place.owner !== undefined) return ownersOf(situation)[place.owner - 1];
  if (place.user !== undefined) return authorizedUsersOf(situation)[place.user - 1];
  return groupAt(place)?.record === 'applicant' ? applicantOf(situation) : undefined;
}

/** What the group at a place asks for; nothing on screens without fields. */
export function askedAt(place: Place, situation: Situation): AskedTogether {
  const group = groupAt(place);
  return {
    record: group?.record ?? 'questions',
    keys: group?.fields ?? [],
    person: personAt(place, situation),
    onlySkipLeavesOut: true,
  };
}

/** The answers that the group at a place belongs to. */
export function recordAt(place: Place, situation: Situation): Readonly<Record<string, unknown>> {
  return groupAt(place) ? answersTo(askedAt(place, situation), situation) : {};
}

/** The fields to show at a place, by key: those of its group that are asked. */
export function fieldsAt(
  place: Place,
  situation: Situation,
): readonly (readonly [key: string, field: Field])[] {
  return fieldsAsked(askedAt(place, situation), situation);
}

/** What the button says that passes a place over; undefined where it cannot be passed over (D14). */
export function skipAt(place: Place): string | undefined {
  return groupAt(place)?.skip ?? screenOf(place.screen).skip;
}

/** The first place about a person of a list, by number from 1. */
export function placeOfPerson(kind: 'owner' | 'user', number: number): Place {
  return kind === 'owner'
    ? { screen: 'owner', part: 2, owner: number }
    : { screen: 'authorized-user', part: 2, user: number };
}
