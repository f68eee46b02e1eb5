/**
 * What the review shows: every answer in the order in which it was asked, a card to each section and person, with the
 * address at which it is changed. The screens declare which fields make one row and are changed together; copy/ has the
 * words.
 */

import type { ApplicationState, SectionKey } from '../fields/application-state.ts';
import type { Field } from '../fields/field.ts';
import type { RecordName } from '../fields/form.ts';
import type { ScreenKey } from '../flow/flow.ts';
import { screens } from '../flow/flow.ts';
import { lastStepOf } from '../flow/navigation.ts';
import type { Step } from '../flow/steps.ts';
import { urlOf } from '../flow/steps.ts';
import { beneficialOwners, ownersAreAsked, ownersOf, shareOf } from '../people/ownership.ts';
import type { Person } from '../people/people.ts';
import { applicantOf, authorizedUsersOf } from '../people/people.ts';
import { reviewRoute } from '../screens/review.ts';
import type { Group, Screen } from '../screens/screen.ts';
import type { AskedTogether } from '../state/asked.ts';
import { answersTo, fieldsAsked } from '../state/asked.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a row shows. */
export type ReviewAnswer =
  /** The answer to one field, which is among `values`. */
  | {
      readonly kind: 'field';
      readonly record: RecordName;
      readonly key: string;
      readonly field: Field;
      readonly values: Values;
    }
  /** Street, city, state and ZIP code, as the group of a screen asks for them. */
  | {
      readonly kind: 'address';
      readonly screen: ScreenKey;
      readonly keys: readonly string[];
      readonly values: Values;
    }
  /** Everyone who owns 25 % or more, with the share in hundredths of a percent. */
  | { readonly kind: 'owners'; readonly owners: readonly { readonly name: string; readonly share: number }[] }
  | { readonly kind: 'authorizedUsers'; readonly names: readonly string[] }
  | { readonly kind: 'documents'; readonly count: number };

/** One answer, or several that are read as one. */
export interface ReviewRow {
  /** Tells the row from every other one of the review; fit for an element's id. */
  readonly id: string;
  readonly answer: ReviewAnswer;
  /** Whom it is about; empty for the business, and for someone who has no name yet. */
  readonly name: string;
  /** The group of fields that contains it (D12), by its screen and first field; undefined if no group does. */
  readonly group?: { readonly screen: ScreenKey; readonly first: string };
  /** Where it is changed: path and query. */
  readonly changeUrl: string;
  /** What is asked there; left out where it is changed on its own screen. */
  readonly asks?: AskedTogether;
}

/** Whose answers a card shows. */
export type CardSubject =
  | { readonly kind: 'section'; readonly section: SectionKey }
  | { readonly kind: 'owner' | 'authorizedUser'; readonly name: string }
  | { readonly kind: 'proof' };

/** The answers of one section or person. */
export interface ReviewCard {
  readonly id: string;
  readonly subject: CardSubject;
  readonly rows: readonly ReviewRow[];
}

/** Whose answers the rows of a record show: the record they belong to, and how the address names the person. */
interface Subject {
  readonly record: RecordName;
  readonly person?: Person | undefined;
  readonly query: string;
}

/** The groups of a record's fields with their screens, in the order in which they are asked. */
function groupsOf(record: RecordName): readonly { readonly screen: Screen; readonly group: Group }[] {
  return screens.flatMap((screen) =>
    screen.groups.filter((group) => group.record === record).map((group) => ({ screen, group })),
  );
}

function changeUrl(path: string, ...query: readonly string[]): string {
  const given = query.filter(Boolean).join('&');
  return `${reviewRoute}/${path}${given && `?${given}`}`;
}

const nameOf = (person: Person | undefined) => String(person?.answers['fullName'] ?? '');

/** The rows of one record: one to a field that is asked, one to an address. */
function rowsOf({ record, person, query }: Subject, state: ApplicationState): ReviewRow[] {
  const name = nameOf(person);
  const values = answersTo({ record, person }, state);
  const idOf = (key: string) => `row-${query.replace('=', '-') || record}-${key}`;
  return groupsOf(record).flatMap(({ screen, group }): ReviewRow[] => {
    const asks = { record, keys: group.fields, person, assuming: group.assuming };
    const asked = { screen: screen.key as ScreenKey, first: String(group.fields[0]) };
    if (group.isAddress && fieldsAsked(asks, state).length > 0)
      return [
        {
          id: idOf(screen.key),
          answer: { kind: 'address', screen: asked.screen, keys: group.fields, values },
          name,
          group: asked,
          changeUrl: changeUrl('edit', `answers=${screen.key}`, query),
          asks,
        },
      ];
    return fieldsAsked(asks, state).map(([key, field]) => ({
      id: idOf(key),
      answer: { kind: 'field', record, key, field, values },
      name,
      group: asked,
      changeUrl: changeUrl(`question/${key}`, query),
      asks: { record, keys: [key], person },
    }));
  });
}

/** A row for what is changed on a screen of its own. */
function rowAt(id: string, answer: ReviewAnswer, step: Step | undefined): ReviewRow {
  return { id: `row-${id}`, answer, name: '', changeUrl: step ? urlOf(step) : reviewRoute };
}

/** A row for a field that is asked on a screen of its own; empty if it is not asked. */
function fieldRowAt(
  id: string,
  { record, key, values }: { readonly record: RecordName; readonly key: string; readonly values: Values },
  state: ApplicationState,
  step: Step | undefined,
): ReviewRow[] {
  return fieldsAsked({ record, keys: [key] }, state).map(([, field]) =>
    rowAt(id, { kind: 'field', record, key, field, values }, step),
  );
}

function guarantorRow(state: ApplicationState): ReviewRow[] {
  const { applicationData, questions, sections, guaranteeReopened } = state;
  const declined = sections.applicant && !guaranteeReopened ? false : (questions.guarantor ?? null);
  const guarantor = (applicationData.guarantorId ?? null) !== null || declined;
  return fieldRowAt('guarantor', { record: 'questions', key: 'guarantor', values: { guarantor } }, state, {
    screen: 'applicant-guarantor-question',
    part: 1,
  });
}

/** The owners of 25 % or more, and the confirmation that there are no others if it is needed (D17). */
function ownerRows(state: ApplicationState): ReviewRow[] {
  const step = lastStepOf('owner', state);
  const owners = beneficialOwners(state).map((person) => ({
    name: nameOf(person),
    share: shareOf(state, person),
  }));
  const none = { record: 'disclosures', key: 'noOtherOwners', values: state.disclosures } as const;
  return [
    rowAt('owners', { kind: 'owners', owners }, step),
    ...fieldRowAt('no-other-owners', none, state, step),
  ];
}

/** The review of an application: its cards in order. */
export function reviewOf(state: ApplicationState): ReviewCard[] {
  const rows = (subject: Subject) => rowsOf(subject, state);
  const section = (id: string, key: SectionKey, own: readonly ReviewRow[]): ReviewCard => ({
    id,
    subject: { kind: 'section', section: key },
    rows: own,
  });
  const owners = ownersOf(state).map((person, index) => ({
    id: `owner-${index + 1}`,
    subject: { kind: 'owner' as const, name: nameOf(person) },
    rows: rows({ record: 'owner', person, query: `owner=${index + 1}` }),
  }));
  const users = authorizedUsersOf(state).map((person, index) => ({
    id: `user-${index + 1}`,
    subject: { kind: 'authorizedUser' as const, name: nameOf(person) },
    rows: rows({ record: 'authorizedUser', person, query: `user=${index + 1}` }),
  }));
  const applicant: Subject = { record: 'applicant', person: applicantOf(state), query: 'applicant=1' };
  const names = authorizedUsersOf(state).map(nameOf);
  const usersRow = rowAt('users', { kind: 'authorizedUsers', names }, lastStepOf('authorizedUser', state));
  const documentsRow = rowAt(
    'proof',
    { kind: 'documents', count: state.documentCount },
    { screen: 'entity-required', part: 1 },
  );
  return [
    section('business', 'business', rows({ record: 'application', query: '' })),
    section('applicant', 'applicant', [...rows(applicant), ...guarantorRow(state)]),
    ...(ownersAreAsked(state) ? [section('owners', 'owner', ownerRows(state))] : []),
    ...owners,
    section('users', 'authorizedUser', [usersRow]),
    ...users,
    { id: 'proof', subject: { kind: 'proof' }, rows: [documentsRow] },
  ];
}

/** A row whose answer has an address of its own to be changed at. */
export type EditableRow = ReviewRow & { readonly asks: AskedTogether };

/** The row that is changed at an address (`search` without its `?`); undefined where nothing asked is. */
export function editAt(path: string, search: string, state: ApplicationState): EditableRow | undefined {
  const url = search ? `${path}?${search}` : path;
  return reviewOf(state)
    .flatMap(({ rows }) => rows)
    .find((row): row is EditableRow => row.asks !== undefined && row.changeUrl === url);
}
