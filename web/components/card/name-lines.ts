/** The most characters of a program's name that fit on one line of the card. */
const oneLine = 22;

/** Returns the lines of a program's name on its card. A long name breaks at the space nearest to its middle. */
export function nameLines(name: string): readonly string[] {
  if (name.length <= oneLine) return [name];
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
  const distance = (at: number) => Math.abs(at - name.length / 2);
  const [nearest] = spaces.toSorted((one, other) => distance(one) - distance(other));
  return nearest === undefined ? [name] : [name.slice(0, nearest), name.slice(nearest + 1)];
}

/** Returns the font size, in the card's units, at which even the longest line of a name does not overlap the art. */
export function nameSize(lines: readonly string[]): number {
  const longest = Math.max(...lines.map(({ length }) => length));
  return Math.min(30, Math.max(13, Math.floor(330 / longest)));
}
