/** Arranges the review: parts that open and close, groups of answers in an open part, and one line for a closed part. */
import type { WordedCard, WordedRow } from '../../copy/review.ts';
import { percentText } from '../../form/field-types/numbers.ts';

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

/** Returns the groups of a part: those of the section, and one for each person, with the person’s name in its title. */
export function groupsOfPart([section, ...people]: ReviewPart) {
  return [...groupsOf(section.rows), ...people.map(({ title, rows }) => ({ title, rows }))];
}

/** Groups consecutive answers by the label of their field group (D12). A group of one and an only group have no title. */
export function groupsOf(rows: readonly WordedRow[]) {
  const groups: WordedRow[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last?.[0]?.groupLabel === row.groupLabel) last.push(row);
    else groups.push([row]);
  }
  return groups.map((group) => ({
    title: groups.length === 1 || group.length === 1 ? '' : (group[0]?.groupLabel ?? ''),
    rows: group,
  }));
}

const naming: readonly string[] = ['application.businessName', 'applicant.fullName'];

function briefly({ answer, shown }: WordedRow): readonly string[] {
  switch (answer.kind) {
    case 'owners':
      return answer.owners.map(({ name, share }) => `${name} ${percentText(share)}%`);
    case 'authorizedUsers':
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

/** Returns the line for a closed card: names, shares and the place of its first address; `none` without any of these. */
export function digestOf(rows: readonly WordedRow[], none: string): string {
  const address = rows.find(({ answer }) => answer.kind === 'address');
  const firsts = rows.filter((row) => row === address || row.answer.kind !== 'address');
  return firsts.flatMap(briefly).join(', ') || none;
}
