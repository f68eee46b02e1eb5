/** The words of a list that someone may have meant who typed another: few letters apart, or begun the same. */
export function nearWords(typed: string, known: readonly string[]): string[] {
  const near = known
    .map((word) => ({ word, distance: word.startsWith(typed) ? 0 : lettersApart(typed, word) }))
    .filter(({ word, distance }) => distance <= Math.max(1, Math.floor(word.length / 3)));
  return near
    .sort((one, other) => one.distance - other.distance)
    .slice(0, 3)
    .map(({ word }) => word);
}

/** Least number of letters to add, drop or change (Levenshtein). */
function lettersApart(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, against] of [...other].entries())
      next.push(
        Math.min(
          (next[column] ?? 0) + 1,
          (row[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + (letter === against ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
