/** The review in words: what form/ says is shown, with titles, labels and answers as people read them. */
import { percentText } from '../form/field-types/numbers.ts';
import type { ApplicationState } from '../form/fields/application-state.ts';
import type { CardSubject, ReviewCard, ReviewRow } from '../form/review/review.ts';
import { reviewOf } from '../form/review/review.ts';
import type { Copy } from './copy.ts';
import type { Shown, TitleOf } from './display.ts';
import { addressOf, displayOf } from './display.ts';
import { screenCopy } from './screen-words.ts';
import { fieldWords, fill } from './sentences.ts';

/** What the review shows beside the answers, where it is at hand. */
export interface KnownBeside {
  readonly titleOf?: TitleOf;
  /** Names of the documents that were handed in. */
  readonly fileNames?: readonly string[];
}

export interface WordedRow extends ReviewRow {
  readonly label: string;
  /** Null where nothing was given. */
  readonly shown: Shown | null;
  /** What stands above the group of fields that asks for it; empty where it is in none. */
  readonly groupLabel: string;
}

export interface WordedCard extends Pick<ReviewCard, 'id' | 'subject'> {
  readonly title: string;
  readonly rows: readonly WordedRow[];
}

/** The words of an address that stands as one row: of its group on the screen that asks for it. */
function addressWords(copy: Copy, { answer }: ReviewRow) {
  if (answer.kind !== 'address') return undefined;
  const [first = ''] = answer.keys;
  return screenCopy(copy, answer.screen).groups?.[first]?.address;
}

/** What a row is called. */
export function rowLabel(copy: Copy, row: ReviewRow): string {
  const { answer, name } = row;
  switch (answer.kind) {
    case 'field':
      return fieldWords(copy, answer, { name }).label;
    case 'address':
      return fill(copy, addressWords(copy, row)?.label ?? '', { name });
    case 'owners':
      return copy.screens['owner-list'].title;
    case 'authorizedUsers':
      return copy.screens['authorized-user-list'].title;
    case 'documents':
      return copy.review.documentsLabel;
  }
}

function groupLabel(copy: Copy, { screen, first }: NonNullable<ReviewRow['group']>): string {
  return screenCopy(copy, screen).groups?.[first]?.label ?? '';
}

function shownIn(copy: Copy, row: ReviewRow, { titleOf, fileNames }: KnownBeside): Shown | null {
  const { answer } = row;
  const ours = (text: string): Shown => ({ text, isOurs: true });
  const lines = (texts: readonly string[]): Shown =>
    texts.length > 0 ? { text: texts.join('\n') } : ours(copy.review.noOne);
  switch (answer.kind) {
    case 'field':
      return displayOf(copy, answer, answer.values, titleOf);
    case 'address': {
      const none = addressWords(copy, row)?.none;
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
  if (subject.kind === 'section') return sections[subject.section];
  if (subject.kind === 'proof') return review.proofTitle;
  return subject.kind === 'owner'
    ? review.ownerTitle(subject.name)
    : review.authorizedUserTitle(subject.name);
}

/** The whole review as the application stands, as people read it. */
export function wordedReview(copy: Copy, state: ApplicationState, known: KnownBeside = {}): WordedCard[] {
  return reviewOf(state).map(({ id, subject, rows }) => ({
    id,
    subject,
    title: cardTitle(copy, subject),
    rows: rows.map((row) => ({
      ...row,
      label: rowLabel(copy, row),
      shown: shownIn(copy, row, known),
      groupLabel: row.group ? groupLabel(copy, row.group) : '',
    })),
  }));
}
