/**
 * The table of contents: every section and screen of the application in order (D10), and everything that is asked
 * about that order: who comes next, who came before, where to resume, whether a place may be visited yet.
 *
 * All of it is read off one list: the places of the application as it stands, a place being one group of fields of
 * one screen for one person. Nobody keeps a second order.
 */
import type { Field } from './field.ts';
import { fieldsOf } from './form.ts';
import { isAnswered, judgeFields } from './judge.ts';
import type { AskedTogether } from './records.ts';
import { answersTo, fieldsAsked } from './records.ts';
import {
  agreementControllingParty,
  agreementEsign,
  agreementGuarantor,
  agreementTerms,
} from './screens/agreements.ts';
import { applicant } from './screens/applicant.ts';
import { applicantAddress } from './screens/applicant-address.ts';
import { applicantGuarantorQuestion } from './screens/applicant-guarantor-question.ts';
import { authorizedUser } from './screens/authorized-user.ts';
import { authorizedUserAddress } from './screens/authorized-user-address.ts';
import { authorizedUserInfo } from './screens/authorized-user-info.ts';
import { authorizedUserList } from './screens/authorized-user-list.ts';
import { business } from './screens/business.ts';
import { businessAdditional } from './screens/business-additional.ts';
import { businessAdditionalGambling } from './screens/business-additional-gambling.ts';
import { businessAdditionalInternet } from './screens/business-additional-internet.ts';
import { businessAdditionalProof } from './screens/business-additional-proof.ts';
import { businessAddress } from './screens/business-address.ts';
import { businessAddressSame } from './screens/business-address-same.ts';
import { businessBilling } from './screens/business-billing.ts';
import { controlQuestion } from './screens/control-question.ts';
import { entityRequired } from './screens/entity-required.ts';
import { owner } from './screens/owner.ts';
import { ownerAddress } from './screens/owner-address.ts';
import { ownerInfo } from './screens/owner-info.ts';
import { ownerList } from './screens/owner-list.ts';
import { review, reviewIntro } from './screens/review.ts';
import type { Group, Screen } from './screens/screen.ts';
import { sectionReview } from './screens/section-review.ts';
import { shareInformation } from './screens/share-information.ts';
import { start } from './screens/start.ts';
import type { Person, SectionKey, Situation } from './situation.ts';
import {
  applicantOf,
  askedOf,
  authorizedUsersOf,
  noOtherOwnersIsDue,
  ownersOf,
  personnelLimits,
  ruleContext,
  sectionKeys,
} from './situation.ts';

/** Sections in order. `label` is what people read; those without one are no part of the progress. */
export const flow = [
  { key: 'start', label: null, screens: [start, shareInformation, controlQuestion] },
  {
    key: 'business',
    label: 'Business',
    screens: [
      business,
      businessAddress,
      businessAddressSame,
      businessBilling,
      businessAdditional,
      businessAdditionalGambling,
      businessAdditionalInternet,
      businessAdditionalProof,
    ],
  },
  { key: 'applicant', label: 'You', screens: [applicant, applicantAddress, applicantGuarantorQuestion] },
  { key: 'owner', label: 'Owners', screens: [owner, ownerInfo, ownerAddress, ownerList] },
  {
    key: 'authorizedUser',
    label: 'Card users',
    screens: [authorizedUser, authorizedUserInfo, authorizedUserAddress, authorizedUserList],
  },
  {
    key: 'review',
    label: 'Review and sign',
    screens: [
      entityRequired,
      sectionReview,
      reviewIntro,
      review,
      agreementEsign,
      agreementTerms,
      agreementGuarantor,
      agreementControllingParty,
    ],
  },
] as const;

type FlowSection = (typeof flow)[number];
export type FlowSectionKey = FlowSection['key'];
export type ScreenKey = FlowSection['screens'][number]['key'];

const screens: readonly Screen[] = flow.flatMap((section): readonly Screen[] => section.screens);

/** Where a person is: a screen, the group of its fields (from 1), and whom it is about (from 1). */
export interface Place {
  readonly screen: ScreenKey;
  readonly part: number;
  readonly owner?: number;
  readonly user?: number;
}

/** The screen of a key. */
export function screenOf(key: ScreenKey): Screen {
  const found = screens.find((screen) => screen.key === key);
  if (!found) throw new Error(`No screen is called ${key}`);
  return found;
}

/** The section that a screen stands in. */
export function sectionOf(key: ScreenKey): FlowSectionKey {
  const found = flow.find((section) => section.screens.some((screen: Screen) => screen.key === key));
  if (!found) throw new Error(`No section has a screen ${key}`);
  return found.key;
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
  const context = ruleContext(situation, recordAt(place, situation), personAt(place, situation));
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

/** The first place about a person of a list, by number from 1. */
export function placeOfPerson(kind: 'owner' | 'user', number: number): Place {
  return kind === 'owner'
    ? { screen: 'owner', part: 2, owner: number }
    : { screen: 'authorized-user', part: 2, user: number };
}

/** What the button says that passes a place over; undefined where it cannot be passed over (D14). */
export function skipAt(place: Place): string | undefined {
  return groupAt(place)?.skip ?? screenOf(place.screen).skip;
}

/**
 * Where Next leads. The places about one of several people lead through to the list, and so does a no to the question
 * whether there is someone, where people are listed. Someone who comes back with every section complete goes to what an answer has newly opened, else
 * to what is still open, else to the review; to its answers, where they came from them. A place that is asked no
 * more, as after a skip, leads on likewise.
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

/** Progress in words: "Section 2 of 5 · You"; undefined before the first section (design brief, section 5). */
export function progressAt(key: ScreenKey): { number: number; of: number; label: string } | undefined {
  const counted = flow.filter((section) => section.label !== null);
  const number = counted.findIndex((section) => section.key === sectionOf(key)) + 1;
  const label = counted[number - 1]?.label;
  return label ? { number, of: counted.length, label } : undefined;
}
