/** Builds the review: every answer in the order of the questions, with the URL where it is changed. Its texts are in copy/. */
import type { ApplicationState, SectionKey } from '../fields/application-state.ts';
import { type Field, fieldAs } from '../fields/field.ts';
import type { RecordName } from '../fields/form.ts';
import { type ScreenKey, screens } from '../flow/flow.ts';
import { lastStepOf } from '../flow/navigation.ts';
import { type Step, urlOf } from '../flow/steps.ts';
import { beneficialOwners, ownersAreAsked, ownersOf, shareOf } from '../people/ownership.ts';
import { applicantOf, authorizedUsersOf, type Person } from '../people/people.ts';
import { reviewRoute } from '../screens/screens.ts';
import { type AskedTogether, answersTo, fieldsAsked } from '../state/asked.ts';
import { isGuaranteeDeclined } from '../state/consents.ts';

type Values = Readonly<Record<string, unknown>>;

export type ReviewAnswer =
  /** One field. `values` contains its answer. */
  | {
      readonly kind: 'field';
      readonly record: RecordName;
      readonly key: string;
      readonly field: Field;
      readonly values: Values;
    }
  /** The street, city, state and ZIP code of an address. */
  | { readonly kind: 'address'; readonly keys: readonly string[]; readonly values: Values }
  /** Everyone who owns 25% or more, with their shares in hundredths of a percent. */
  | { readonly kind: 'owners'; readonly owners: readonly { readonly name: string; readonly share: number }[] }
  | { readonly kind: 'authorizedUsers'; readonly names: readonly string[] }
  | { readonly kind: 'documents'; readonly count: number };

/** A row of the review. It shows one answer, all parts of an address, or a list such as the names of all owners. */
export interface ReviewRow {
  /** The row's id, which is unique in the review and valid as the id of an HTML element. */
  readonly id: string;
  readonly answer: ReviewAnswer;
  /** The name of the person whom the answer is about. Empty for the business, and for a person without a name so far. */
  readonly name: string;
  /** The screen and first field of the group that asks for the answer (D12). Undefined if `changeUrl` is a screen of the flow. */
  readonly group?: { readonly screen: ScreenKey; readonly first: string };
  /** The path and query of the page on which the answer is changed. */
  readonly changeUrl: string;
  /** The fields on the page at `changeUrl`. Undefined if `changeUrl` is a screen of the flow. */
  readonly asks?: AskedTogether;
}

/** The section or person whose answers a card shows, or the proof of business. */
export type CardSubject =
  | { readonly kind: 'section'; readonly section: SectionKey }
  | { readonly kind: 'owner' | 'authorizedUser'; readonly name: string }
  | { readonly kind: 'proof' };

export interface ReviewCard {
  readonly id: string;
  readonly subject: CardSubject;
  readonly rows: readonly ReviewRow[];
}

const nameOf = (person: Person | undefined) => String(person?.answers['fullName'] ?? '');

/** Returns the rows of one record. Each row shows one asked field or one whole address. `query` identifies the person in URLs. */
function rowsOf(
  { record, person, query }: Pick<AskedTogether, 'record' | 'person'> & { readonly query: string },
  state: ApplicationState,
): ReviewRow[] {
  const name = nameOf(person);
  const values = answersTo({ record, person }, state);
  const changeUrl = (path: string, separator: '?' | '&') =>
    `${reviewRoute}/${path}${query && separator + query}`;
  const idOf = (key: string) => `row-${query.replace('=', '-') || record}-${key}`;
  const groups = screens.flatMap((screen) => screen.groups.map((group) => ({ key: screen.key, group })));
  return groups.flatMap(({ key: screen, group }): ReviewRow[] => {
    if (group.record !== record) return [];
    const keys: readonly string[] = group.fields;
    const asks = { record, keys, person, assuming: group.assuming };
    const asked = fieldsAsked(asks, state);
    const row = { name, group: { screen: screen as ScreenKey, first: String(keys[0]) } };
    if (group.isAddress && asked.length > 0)
      return [
        {
          ...row,
          id: idOf(screen),
          answer: { kind: 'address', keys, values },
          changeUrl: changeUrl(`edit?answers=${screen}`, '&'),
          asks,
        },
      ];
    const changedWith = ({ variant }: Field) => asked.flatMap(([key]) => (key === variant?.by ? [key] : []));
    // A choice that only selects a field's variant has no row of its own. The page for that field also asks for the choice.
    const inOthers = asked.flatMap(([, field]) => changedWith(field));
    return asked
      .filter(([key]) => !inOthers.includes(key))
      .map(([key, field]) => ({
        ...row,
        id: idOf(key),
        answer: { kind: 'field', record, key, field: fieldAs(field, values), values },
        changeUrl: changeUrl(`question/${key}`, '?'),
        asks: { record, keys: [key, ...changedWith(field)], person },
      }));
  });
}

/** Returns a row for an answer that the applicant can change on a screen of the flow. */
function rowAt(id: string, answer: ReviewAnswer, step: Step | undefined): ReviewRow {
  return { id: `row-${id}`, answer, name: '', changeUrl: step ? urlOf(step) : reviewRoute };
}

/** Returns a row for a field that the applicant can change on a screen of the flow, or no row if the field isn't asked. */
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
  const { applicationData, questions } = state;
  const answer = isGuaranteeDeclined(state) ? false : (questions.guarantor ?? null);
  const guarantor = (applicationData.guarantorId ?? null) !== null || answer;
  return fieldRowAt('guarantor', { record: 'questions', key: 'guarantor', values: { guarantor } }, state, {
    screen: 'applicant-guarantor-question',
    part: 1,
  });
}

/** Returns a row with all owners of 25% or more and, if required, a row for the confirmation that there are no others (D17). */
function ownerRows(state: ApplicationState): ReviewRow[] {
  const step = lastStepOf('owner', state);
  const owners = beneficialOwners(state).map((one) => ({ name: nameOf(one), share: shareOf(state, one) }));
  const none = { record: 'disclosures', key: 'noOtherOwners', values: state.disclosures } as const;
  return [
    rowAt('owners', { kind: 'owners', owners }, step),
    ...fieldRowAt('no-other-owners', none, state, step),
  ];
}

/** Returns the cards of an application's review, in order. */
export function reviewOf(state: ApplicationState): ReviewCard[] {
  const section = (id: string, key: SectionKey, rows: readonly ReviewRow[]): ReviewCard => ({
    id,
    subject: { kind: 'section', section: key },
    rows,
  });
  const cardOf = (record: 'owner' | 'authorizedUser', prefix: string) => (person: Person, index: number) => ({
    id: `${prefix}-${index + 1}`,
    subject: { kind: record, name: nameOf(person) },
    rows: rowsOf({ record, person, query: `${prefix}=${index + 1}` }, state),
  });
  const business = rowsOf({ record: 'application', query: '' }, state);
  const applicant = rowsOf({ record: 'applicant', person: applicantOf(state), query: 'applicant=1' }, state);
  const users = authorizedUsersOf(state);
  const names = users.map(nameOf);
  const usersRow = rowAt('users', { kind: 'authorizedUsers', names }, lastStepOf('authorizedUser', state));
  const documents = { kind: 'documents', count: state.documentCount } as const;
  const documentsRow = rowAt('proof', documents, { screen: 'entity-required', part: 1 });
  return [
    section('business', 'business', business),
    section('applicant', 'applicant', [...applicant, ...guarantorRow(state)]),
    ...(ownersAreAsked(state) ? [section('owners', 'owner', ownerRows(state))] : []),
    ...ownersOf(state).map(cardOf('owner', 'owner')),
    section('users', 'authorizedUser', [usersRow]),
    ...users.map(cardOf('authorizedUser', 'user')),
    { id: 'proof', subject: { kind: 'proof' }, rows: [documentsRow] },
  ];
}

/** A row whose answer is changed on a page of its own, at a URL under the review's path, not at a step of the flow. */
export type EditableRow = ReviewRow & { readonly asks: AskedTogether };

/** Returns the row whose answer is changed at this path and query (without `?`), or undefined if there is no such row. */
export function editAt(path: string, search: string, state: ApplicationState): EditableRow | undefined {
  const url = search ? `${path}?${search}` : path;
  return reviewOf(state)
    .flatMap(({ rows }) => rows)
    .find((row): row is EditableRow => row.asks !== undefined && row.changeUrl === url);
}
