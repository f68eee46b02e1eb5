/**
 * What the review shows: every answer in the order in which it was asked, a card to each section and person, with the
 * address at which it is changed. Which fields make one row, and are changed together, the screens declare.
 */

import { fill } from './catalogue.ts';
import type { Shown, TitleOf } from './display.ts';
import { addressOf, displayOf } from './display.ts';
import type { FlowSectionKey, ScreenKey } from './flow.ts';
import { flow } from './flow.ts';
import type { RecordName } from './form.ts';
import { fieldsOf } from './form.ts';
import { percentText } from './kinds/numbers.ts';
import { ownersAreAsked } from './lists/organization-types.ts';
import type { Place } from './places.ts';
import { urlOf } from './places.ts';
import type { AskedTogether } from './records.ts';
import { answersTo, fieldsAsked } from './records.ts';
import { authorizedUserList } from './screens/authorized-user-list.ts';
import { ownerList } from './screens/owner-list.ts';
import { review } from './screens/review.ts';
import type { Group, Screen } from './screens/screen.ts';
import type { Person, Situation } from './situation.ts';
import {
  applicantOf,
  askedOf,
  authorizedUsersOf,
  beneficialOwners,
  noOtherOwnersIsDue,
  ownersOf,
  shareOf,
} from './situation.ts';
import { lastPlaceOf } from './walk.ts';

/** One answer, or several that are read as one. */
export interface ReviewRow {
  /** Tells the row from every other one of the review; fit for an element's id. */
  readonly id: string;
  readonly label: string;
  /** Null where nothing was given. */
  readonly shown: Shown | null;
  /** Where it is changed: path and query. */
  readonly changeUrl: string;
  /** What is asked there; left out where it is changed on its own screen. */
  readonly asks?: AskedTogether;
}

/** The answers of one section or person. */
export interface ReviewCard {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly ReviewRow[];
}

/** What the review shows beside the answers, where it is at hand. */
export interface KnownBeside {
  readonly titleOf?: TitleOf;
  /** Names of the papers that were handed in. */
  readonly fileNames?: readonly string[];
}

/** Whose answers a card shows: the record they belong to, and how the address names the person. */
interface Subject {
  readonly record: RecordName;
  readonly person?: Person | undefined;
  readonly query: string;
}

const screens: readonly Screen[] = flow.flatMap((section): readonly Screen[] => section.screens);

/** The groups of a record's fields with their screens, in the order in which they are asked. */
function groupsOf(record: RecordName): readonly { readonly screen: Screen; readonly group: Group }[] {
  return screens.flatMap((screen) =>
    screen.groups.filter((group) => group.record === record).map((group) => ({ screen, group })),
  );
}

function changeUrl(path: string, ...query: readonly string[]): string {
  const given = query.filter(Boolean).join('&');
  return `${review.route}/${path}${given && `?${given}`}`;
}

const nameOf = (person: Person | undefined) => String(person?.answers['fullName'] ?? '');

/** The rows of one record: one to a field that is asked, one to an address. */
function rowsOf({ record, person, query }: Subject, situation: Situation, titleOf?: TitleOf): ReviewRow[] {
  const names = { name: nameOf(person) };
  const answers = answersTo({ record, person }, situation);
  const idOf = (key: string) => `row-${query.replace('=', '-') || record}-${key}`;
  return groupsOf(record).flatMap(({ screen, group }): ReviewRow[] => {
    const asks = { record, keys: group.fields, person };
    if (group.address) {
      const { label, none } = group.address;
      return [
        {
          id: idOf(screen.key),
          label: fill(label, names),
          shown: addressOf(group.fields, answers) ?? (none === undefined ? null : { text: none }),
          changeUrl: changeUrl('edit', `answers=${screen.key}`, query),
          asks,
        },
      ];
    }
    return fieldsAsked(asks, situation).map(([key, field]) => ({
      id: idOf(key),
      label: fill(field.label, names),
      shown: displayOf(field, key, answers, titleOf),
      changeUrl: changeUrl(`question/${key}`, query),
      asks: { record, keys: [key], person },
    }));
  });
}

/** A row for what is changed on a screen of its own. */
function rowAt(id: string, label: string, shown: Shown | null, place: Place | undefined): ReviewRow {
  return { id: `row-${id}`, label, shown, changeUrl: place ? urlOf(place) : review.route };
}

const at = (screen: ScreenKey): Place => ({ screen, part: 1 });
const names = (people: readonly string[]): Shown => ({ text: people.join('\n') || 'No one' });

function guarantorRow(situation: Situation): ReviewRow {
  const { applicationData, questions, sections } = situation;
  const declined = sections.applicant ? false : (questions.guarantor ?? null);
  const guarantor = (applicationData.guarantorId ?? null) !== null || declined;
  const field = fieldsOf(situation.form, 'questions')['guarantor'];
  return rowAt(
    'guarantor',
    field?.label ?? '',
    field ? displayOf(field, 'guarantor', { guarantor }) : null,
    at('applicant-guarantor-question'),
  );
}

/** Who owns 25 % or more, and where it is due the word that nobody else does (D17). */
function ownerRows(situation: Situation): ReviewRow[] {
  const place = lastPlaceOf('owner', situation);
  const owners = beneficialOwners(situation).map(
    (person) => `${nameOf(person)}, ${percentText(shareOf(situation, person))}%`,
  );
  const none = fieldsOf(situation.form, 'disclosures')['noOtherOwners'];
  return [
    rowAt('owners', ownerList.title, names(owners), place),
    ...(none && noOtherOwnersIsDue(situation)
      ? [rowAt('no-other-owners', none.label, displayOf(none, 'noOtherOwners', situation.disclosures), place)]
      : []),
  ];
}

function usersRow(situation: Situation): ReviewRow {
  return rowAt(
    'users',
    authorizedUserList.title,
    names(authorizedUsersOf(situation).map(nameOf)),
    lastPlaceOf('authorizedUser', situation),
  );
}

function proofRow(situation: Situation, fileNames: readonly string[] | undefined): ReviewRow {
  const count = situation.documentCount;
  const shown = fileNames?.join('\n') || (count > 0 && `${count} ${count === 1 ? 'file' : 'files'}`);
  return rowAt(
    'proof',
    'Papers that you handed in',
    shown ? { text: shown } : null,
    at('business-additional-proof'),
  );
}

const labelOf = (key: FlowSectionKey) => flow.find((section) => section.key === key)?.label ?? '';

/** The whole review as the application stands. */
export function reviewOf(situation: Situation, { titleOf, fileNames }: KnownBeside = {}): ReviewCard[] {
  const rows = (subject: Subject) => rowsOf(subject, situation, titleOf);
  const owners = ownersOf(situation).map((person, index) => ({
    id: `owner-${index + 1}`,
    title: `Owner: ${nameOf(person)}`,
    rows: rows({ record: 'owner', person, query: `owner=${index + 1}` }),
  }));
  const users = authorizedUsersOf(situation).map((person, index) => ({
    id: `user-${index + 1}`,
    title: `Card user: ${nameOf(person)}`,
    rows: rows({ record: 'authorizedUser', person, query: `user=${index + 1}` }),
  }));
  const applicant: Subject = { record: 'applicant', person: applicantOf(situation), query: 'applicant=1' };
  return [
    { id: 'business', title: labelOf('business'), rows: rows({ record: 'application', query: '' }) },
    { id: 'applicant', title: labelOf('applicant'), rows: [...rows(applicant), guarantorRow(situation)] },
    ...(ownersAreAsked(askedOf(situation))
      ? [{ id: 'owners', title: labelOf('owner'), rows: ownerRows(situation) }]
      : []),
    ...owners,
    { id: 'users', title: labelOf('authorizedUser'), rows: [usersRow(situation)] },
    ...users,
    { id: 'proof', title: 'Proof of business', rows: [proofRow(situation, fileNames)] },
  ];
}

/** A row whose answer has an address of its own to be changed at. */
export type EditableRow = ReviewRow & { readonly asks: AskedTogether };

/** True for an address below the review, where an answer may be changed. */
export function isEditPath(path: string): boolean {
  return path === `${review.route}/edit` || path.startsWith(`${review.route}/question/`);
}

/** The row that is changed at an address (`search` without its `?`); undefined where nothing asked is. */
export function editAt(path: string, search: string, situation: Situation): EditableRow | undefined {
  const url = search ? `${path}?${search}` : path;
  return reviewOf(situation)
    .flatMap(({ rows }) => rows)
    .find((row): row is EditableRow => row.asks !== undefined && row.changeUrl === url);
}
