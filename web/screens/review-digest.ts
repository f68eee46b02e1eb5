/** The one line that stands for a folded part of the review. */
import type { WordedCard, WordedRow } from '../../copy/review.ts';
import { percentText } from '../../form/field-types/numbers.ts';

/** The names by which a part is known at once. */
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

/** Who, where and how much, from the part's own answers; `none` where it has none of these. */
export function digestOf({ rows }: WordedCard, none: string): string {
  const isSecondAddress = (row: WordedRow) =>
    row.answer.kind === 'address' && row !== rows.find(({ answer }) => answer.kind === 'address');
  return (
    rows
      .filter((row) => !isSecondAddress(row))
      .flatMap(briefly)
      .join(', ') || none
  );
}
