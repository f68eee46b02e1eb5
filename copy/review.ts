/** Adds titles, labels and readable answers to the review that form/ computes. */
import { percentText } from '../form/field-types/numbers.ts';
import type { ApplicationState } from '../form/fields/application-state.ts';
import { type CardSubject, type ReviewCard, type ReviewRow, reviewOf } from '../form/review/review.ts';
import type { Copy } from './copy.ts';
import { displayOf, type Shown, type TitleOf } from './display.ts';
import { screenCopy } from './screen-words.ts';
import { fieldWords, fill } from './sentences.ts';

/** Data that might not be loaded yet. The review shows this data once the page has loaded it. */
interface Known {
  readonly titleOf?: TitleOf;
  /** The names of the added documents. */
  readonly fileNames?: readonly string[];
}

export interface WordedRow extends ReviewRow {
  readonly label: string;
  /** The answer as people read it, or null if there is none. */
  readonly shown: Shown | null;
}

export interface WordedCard extends Pick<ReviewCard, 'id' | 'subject'> {
  readonly title: string;
  readonly rows: readonly WordedRow[];
}

/** Returns the words of a row's `group`, or undefined if the row has none. */
function groupWords(copy: Copy, { group }: ReviewRow) {
  return group && screenCopy(copy, group.screen).groups?.[group.first];
}

/** Returns the label of a row of the review. */
export function rowLabel(copy: Copy, row: ReviewRow): string {
  const { answer, name } = row;
  switch (answer.kind) {
    case 'field':
      return fieldWords(copy, answer, { name }).label;
    case 'address':
      return fill(copy, groupWords(copy, row)?.address ?? '', { name });
    case 'owners':
      return copy.screens['owner-list'].title;
    case 'authorizedUsers':
      return copy.review.cardUsersLabel;
    case 'documents':
      return copy.review.documentsLabel;
  }
}

/** Returns an address on two lines, or null if it is empty. Takes the keys of the fields street, city, state and ZIP code. */
export function addressOf(
  [line = '', city = '', state = '', zip = '']: readonly string[],
  record: Readonly<Record<string, unknown>>,
): Shown | null {
  const given = (key: string) => String(record[key] ?? '');
  const stateAndZip = [given(state), given(zip)].filter(Boolean).join(' ');
  const place = [given(city), stateAndZip].filter(Boolean).join(', ');
  const text = [given(line), place].filter(Boolean).join('\n');
  return text === '' ? null : { text };
}

function shownIn(copy: Copy, row: ReviewRow, { titleOf, fileNames }: Known): Shown | null {
  const { answer } = row;
  const ours = (text: string): Shown => ({ text, isOurs: true });
  const lines = (texts: readonly string[]): Shown =>
    texts.length > 0 ? { text: texts.join('\n') } : ours(copy.review.noOne);
  switch (answer.kind) {
    case 'field':
      return displayOf(copy, answer, answer.values, titleOf);
    case 'address': {
      const none = groupWords(copy, row)?.noAddress;
      return addressOf(answer.keys, answer.values) ?? (none === undefined ? null : ours(none));
    }
    case 'owners':
      return lines(answer.owners.map(({ name, share }) => `${name}, ${percentText(share)}%`));
    case 'authorizedUsers':
      return lines(answer.names);
    case 'documents': {
      if (fileNames && fileNames.length > 0) return lines(fileNames);
      return answer.count > 0 ? ours(copy.review.files(answer.count)) : null;
    }
  }
}

function cardTitle({ review, sections }: Copy, subject: CardSubject): string {
  switch (subject.kind) {
    case 'section':
      return sections[subject.section];
    case 'owner':
      return review.ownerTitle(subject.name);
    case 'authorizedUser':
      return review.authorizedUserTitle(subject.name);
    case 'proof':
      return review.proofTitle;
  }
}

/** Returns the whole review as people read it. */
export function wordedReview(copy: Copy, state: ApplicationState, known: Known = {}): WordedCard[] {
  return reviewOf(state).map(({ id, subject, rows }) => ({
    id,
    subject,
    title: cardTitle(copy, subject),
    rows: rows.map((row) => ({
      ...row,
      label: rowLabel(copy, row),
      shown: shownIn(copy, row, known),
    })),
  }));
}
