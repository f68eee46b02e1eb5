/**
 * Everything that is asked about the order: who comes next, who came before, where to resume, whether a place may be
 * visited yet. All of it is read off one list, the places of the application as it stands; nobody keeps a second order.
 */
import type { FlowSectionKey, ScreenKey } from './flow.ts';
import { flow, screenOf, sectionOf } from './flow.ts';
import { fieldsOf } from './form.ts';
import { isAnswered, judgeFields } from './judge.ts';
import type { Place } from './places.ts';
import { fieldsAt, groupAt, personAt, recordAt, samePlace } from './places.ts';
import { authorizedUser } from './screens/authorized-user.ts';
import { authorizedUserAddress } from './screens/authorized-user-address.ts';
import { authorizedUserInfo } from './screens/authorized-user-info.ts';
import { authorizedUserList } from './screens/authorized-user-list.ts';
import { owner } from './screens/owner.ts';
import { ownerAddress } from './screens/owner-address.ts';
import { ownerInfo } from './screens/owner-info.ts';
import { ownerList } from './screens/owner-list.ts';
import type { Screen } from './screens/screen.ts';
import type { SectionKey, Situation } from './situation.ts';
import {
  askedOf,
  authorizedUsersOf,
  noOtherOwnersIsDue,
  ownersOf,
  personnelLimits,
  ruleContext,
  sectionKeys,
} from './situation.ts';

/** The people of a section that asks about several: how many are entered, and whether one more was announced. */
interface People {
  readonly key: 'owner' | 'user';
  readonly entered: number;
  readonly announced: boolean;
}

/**
 * The places of such a section: the question, each person's groups, the list. Whoever was announced comes after the
 * list, on which that was said, so that one can go back to it and think again; once entered they stand before it.
 */
function placesOfPeople(
  [question, ...details]: readonly [Screen, ...Screen[]],
  list: Screen,
  { key, entered, announced }: People,
): Place[] {
  const at = (screen: Screen, part: number): Place => ({ screen: screen.key as ScreenKey, part });
  const ofPerson = (number: number): Place[] => [
    { ...at(question, 2), [key]: number },
    ...details.flatMap((screen) =>
      screen.groups.map((_, index) => ({ ...at(screen, index + 1), [key]: number })),
    ),
  ];
  return [
    at(question, 1),
    ...Array.from({ length: entered }, (_, index) => ofPerson(index + 1)).flat(),
    at(list, 1),
    ...(announced ? ofPerson(entered + 1) : []),
  ];
}

/** Owners, and the one whom the page was told of; nobody can be one once less than 25 % is unclaimed (D17). */
function ownersAt(situation: Situation): People {
  const entered = ownersOf(situation).length;
  const { otherOwner, anotherOwner } = situation.questions;
  const told = anotherOwner === true || (otherOwner === true && entered === 0);
  return { key: 'owner', entered, announced: told && noOtherOwnersIsDue(situation) };
}

function authorizedUsersAt(situation: Situation): People {
  const entered = authorizedUsersOf(situation).length;
  const { authorizedUser: one, anotherUser } = situation.questions;
  const told = anotherUser === true || (one === true && entered === 0);
  return { key: 'user', entered, announced: told && entered < personnelLimits.authorized_user };
}

/** Every place of the application as it stands, in order: what is not asked is not among them. */
export function placesOf(situation: Situation): readonly Place[] {
  const places = flow.flatMap((section): readonly Place[] => {
    if (section.key === 'owner')
      return placesOfPeople([owner, ownerInfo, ownerAddress], ownerList, ownersAt(situation));
    if (section.key === 'authorizedUser')
      return placesOfPeople(
        [authorizedUser, authorizedUserInfo, authorizedUserAddress],
        authorizedUserList,
        authorizedUsersAt(situation),
      );
    return section.screens.flatMap((screen: Screen) => {
      const parts = Math.max(1, screen.groups.length);
      return Array.from({ length: parts }, (_, index) => ({
        screen: screen.key as ScreenKey,
        part: index + 1,
      }));
    });
  });
  return places.filter((place) => isAskedAt(place, situation));
}

function isAskedAt(place: Place, situation: Situation): boolean {
  const screen = screenOf(place.screen);
  const group = groupAt(place);
  if (sectionOf(place.screen) === 'owner' && !owner.asked(situation)) return false;
  if (screen.asked && !screen.asked(situation)) return false;
  if (group?.asked && !group.asked(situation)) return false;
  return group === undefined || fieldsAt(place, situation).length > 0;
}

/** True where the way ends at this screen as things stand. */
export function stopsAt(place: Place, situation: Situation): boolean {
  return screenOf(place.screen).stop?.stops(situation) ?? false;
}

/** True where nothing is left to do at a place: its fields are valid, and the screen has no open wish. */
export function isSatisfied(place: Place, situation: Situation): boolean {
  const screen = screenOf(place.screen);
  if (stopsAt(place, situation)) return false;
  if (screen.satisfied && place.part === 1 && !screen.satisfied(situation)) return false;
  const group = groupAt(place);
  if (!group || group.record === 'questions') return true;
  const context = {
    ...ruleContext(situation, recordAt(place, situation), personAt(place, situation)),
    onlySkipLeavesOut: true,
  };
  return (
    judgeFields(fieldsOf(situation.form, group.record), group.fields, context, askedOf(situation)).length ===
    0
  );
}

const isConfirmable = (key: FlowSectionKey): key is SectionKey =>
  (sectionKeys as readonly string[]).includes(key);

/** The last place of a section as it stands; undefined where nothing of it is asked. */
export function lastPlaceOf(section: FlowSectionKey, situation: Situation): Place | undefined {
  return placesOf(situation).findLast((place) => sectionOf(place.screen) === section);
}

/**
 * How far a person may go: the first place that leaves something open, or the last place of the first section that
 * was not confirmed yet. It is where one resumes (D18), and nothing behind it may be visited (spec section 2).
 */
export function furthestPlace(situation: Situation): Place {
  const places = placesOf(situation);
  const open = places.find((place) => {
    if (!isSatisfied(place, situation)) return true;
    const section = sectionOf(place.screen);
    const unconfirmed = isConfirmable(section) && !situation.sections[section];
    const last = unconfirmed && lastPlaceOf(section, situation);
    return last && samePlace(last, place);
  });
  return open ?? places.at(-1) ?? { screen: 'start', part: 1 };
}

/** The sections that are asked, confirmed or not, in order; one that asks nothing counts as complete. */
export function sectionsComplete(situation: Situation): boolean {
  return sectionKeys.every((key) => situation.sections[key] || !lastPlaceOf(key, situation));
}

const indexOf = (places: readonly Place[], place: Place) =>
  places.findIndex((candidate) => samePlace(candidate, place));

/** Where an address leads: to itself where it may be visited, else as far as the person has come. */
export function admit(place: Place, situation: Situation): Place {
  const places = placesOf(situation);
  const furthest = furthestPlace(situation);
  const index = indexOf(places, place);
  return index >= 0 && index <= indexOf(places, furthest) ? place : furthest;
}

/** True where fields stand that nobody has answered yet, but for questions that only steer the way. */
function isUntouched(place: Place, situation: Situation): boolean {
  const group = groupAt(place);
  if (!group || group.record === 'questions') return false;
  const fields = fieldsOf(situation.form, group.record);
  const record = recordAt(place, situation);
  return !group.fields.some((key) => isAnswered(fields, key, record));
}

const isAboutOneOfSeveral = (place: Place) => place.owner !== undefined || place.user !== undefined;

const isAboutSamePerson = (one: Place, other: Place) => one.owner === other.owner && one.user === other.user;

/** True where everything that a place asks was answered with no. */
function isDeclined(place: Place, { questions }: Situation): boolean {
  const group = groupAt(place);
  return group?.record === 'questions' && group.fields.every((key) => questions[key] === false);
}

/** Where the people of a place's section are listed; where nobody is, the question whether there is someone. */
export function listOf(place: Place, situation: Situation): Place {
  const section = sectionOf(place.screen);
  const list = placesOf(situation).findLast(
    (candidate) => sectionOf(candidate.screen) === section && !isAboutOneOfSeveral(candidate),
  );
  return list ?? place;
}

/**
 * Where Next leads. The places about one of several people lead through to the list, and so does a no to the question
 * whether there is someone, where people are listed. Someone who comes back with every section complete goes to what an
 * answer has newly opened, else to what is still open, else to the review; to its answers, where they came from them.
 * A place that is asked no more, as after a skip, leads on likewise.
 */
export function nextPlace(place: Place, situation: Situation): Place {
  const places = placesOf(situation);
  const furthest = furthestPlace(situation);
  const index = indexOf(places, place);
  const following = index < 0 ? undefined : (places[index + 1] ?? furthest);
  if (following && isAboutOneOfSeveral(following) && personAt(following, situation)) {
    if (isAboutSamePerson(following, place)) return following;
    if (isAboutOneOfSeveral(place) || isDeclined(place, situation)) return listOf(place, situation);
  }
  const complete = sectionsComplete(situation);
  const inOrder = !complete || sectionOf(place.screen) === 'review';
  if (following && (inOrder || isUntouched(following, situation))) return following;
  if (!complete || sectionOf(furthest.screen) !== 'review') return furthest;
  return situation.reviewing ? { screen: 'review', part: 1 } : firstOfReview(places);
}

/** Where a returning person with every section complete goes on: the first place of the review. */
function firstOfReview(places: readonly Place[]): Place {
  return (
    places.find((place) => sectionOf(place.screen) === 'review') ?? { screen: 'section-review', part: 1 }
  );
}

/** True at the last place of all: Next there submits the application. */
export function isLastPlace(place: Place, situation: Situation): boolean {
  const last = placesOf(situation).at(-1);
  return last !== undefined && samePlace(last, place);
}

/** Where a section begins; undefined where nothing of it is asked. */
export function firstPlaceOf(section: FlowSectionKey, situation: Situation): Place | undefined {
  return placesOf(situation).find((place) => sectionOf(place.screen) === section);
}

/** Where Back leads when the browser has no entry of ours to go back to. */
export function previousPlace(place: Place, situation: Situation): Place | undefined {
  const places = placesOf(situation);
  return places[indexOf(places, place) - 1];
}

/** The section that Next at this place confirms: nothing of it follows, and nothing of it is open (D11). */
export function confirmsSection(place: Place, situation: Situation): SectionKey | undefined {
  const section = sectionOf(place.screen);
  if (!isConfirmable(section)) return undefined;
  const ofSection = placesOf(situation).filter(({ screen }) => sectionOf(screen) === section);
  const last = ofSection.at(-1);
  if (!last || !samePlace(last, place)) return undefined;
  return ofSection.every((one) => isSatisfied(one, situation)) ? section : undefined;
}
