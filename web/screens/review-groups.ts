/** Arranges the review: parts that open and close, the answers of an open part, and one line for a closed part. */
import type { WordedCard, WordedRow } from '../../copy/review.ts';
import { percentText } from '../../form/field-types/numbers.ts';
import type { FieldWords } from '../../form/fields/form.ts';

/** A part of the review: the card of a section, followed by the cards of the people in that section. */
export type ReviewPart = readonly [WordedCard, ...WordedCard[]];

export function partsOf(cards: readonly WordedCard[]): readonly ReviewPart[] {
  const parts: [WordedCard, ...WordedCard[]][] = [];
  for (const card of cards) {
    const isPerson = card.subject.kind === 'owner' || card.subject.kind === 'authorizedUser';
    const last = parts.at(-1);
    if (isPerson && last) last.push(card);
    else parts.push([card]);
  }
  return parts;
}

/** Returns a part's groups: the answers of the section, then the answers of each person, with the person’s name as the title. */
export function groupsOfPart([section, ...people]: ReviewPart) {
  return [{ title: '', rows: section.rows }, ...people.map(({ title, rows }) => ({ title, rows }))];
}

/** The short labels of answers, keyed by field: one list for fields of the business, and one for fields of people. */
type ShortLabels = Readonly<Record<'application' | 'person', Readonly<Record<string, string>>>>;

/** Returns the label of an answer in the review: the program's own label for the field, or else the short label (D13). */
export function shownLabel(
  { answer, asks, label }: WordedRow,
  { application, person }: ShortLabels,
  own: FieldWords,
): string {
  if (answer.kind === 'address') return (asks?.person && person['address']) ?? label;
  if (answer.kind !== 'field' || own[`${answer.record}.${answer.key}`]?.label) return label;
  return (answer.record === 'application' ? application : person)[answer.key] ?? label;
}

const naming: readonly string[] = ['application.businessName', 'applicant.fullName'];

/** Words for the line that sums up a collapsed part of the review. */
type DigestWords = Readonly<Record<'you' | 'onlyYou' | 'none', string>>;

function briefly({ answer, shown }: WordedRow, { you, onlyYou }: DigestWords): readonly string[] {
  switch (answer.kind) {
    case 'owners':
      return answer.owners.map(({ name, share }) => `${name} ${percentText(share)}%`);
    case 'authorizedUsers':
      return answer.names.length > 0 ? [you, ...answer.names] : [onlyYou];
    case 'documents':
      return shown ? shown.text.split('\n') : [];
    case 'address': {
      const [, city = '', state = ''] = answer.keys;
      return [answer.values[city], answer.values[state]].filter(Boolean).map(String);
    }
    case 'field':
      return shown && naming.includes(`${answer.record}.${answer.key}`) ? [shown.text] : [];
  }
}

/** Returns a collapsed part's line: names, shares, and the first address's city and state, or `words.none` if there are none. */
export function digestOf(rows: readonly WordedRow[], words: DigestWords): string {
  const address = rows.find(({ answer }) => answer.kind === 'address');
  const firsts = rows.filter((row) => row === address || row.answer.kind !== 'address');
  return firsts.flatMap((row) => briefly(row, words)).join(', ') || words.none;
}
