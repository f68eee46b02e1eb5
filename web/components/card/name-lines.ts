/** Characters of a program's name that stand on one line of its card. */
const oneLine = 22;

/** A program's name as it stands on its card: over 22 characters it breaks at the space nearest to its middle. */
export function nameLines(name: string): readonly string[] {
  if (name.length <= oneLine) return [name];
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
  const distance = (at: number) => Math.abs(at - name.length / 2);
  const [nearest] = spaces.toSorted((one, other) => distance(one) - distance(other));
  return nearest === undefined ? [name] : [name.slice(0, nearest), name.slice(nearest + 1)];
}

/** The size of the name in the card's units, at which its longest line stays clear of the art. */
export function nameSize(lines: readonly string[]): number {
  const longest = Math.max(...lines.map(({ length }) => length));
  return Math.min(30, Math.max(13, Math.floor(330 / longest)));
}
