/** How the answers of a part of the review are told apart: by the groups in which they were asked (D12). */
import type { WordedRow } from '../../copy/review.ts';

/** Neighbouring answers, under a title where they have one. */
export interface RowGroup {
  /** Empty where the answers say as much by themselves: a single one, or all of a part. */
  readonly title: string;
  readonly rows: readonly WordedRow[];
}

/** The answers of a part in groups: those that follow each other and were asked for under the same label. */
export function groupsOf(rows: readonly WordedRow[]): readonly RowGroup[] {
  const groups: WordedRow[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last?.[0]?.groupLabel === row.groupLabel) last.push(row);
    else groups.push([row]);
  }
  const isWhole = groups.length === 1;
  return groups.map((its) => ({
    title: isWhole || its.length === 1 ? '' : (its[0]?.groupLabel ?? ''),
    rows: its,
  }));
}
