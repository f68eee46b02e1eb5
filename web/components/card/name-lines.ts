/** Number of characters of a program's name that fit on one line of the card. */
const programLine = 22;
/** Number of characters of a business's name that fit on one line of the card. */
const holderLine = 14;

/** Returns the lines of a program's name on its card. */
export const nameLines = (name: string) => linesOf(name, programLine);

/** Returns the lines of a business's name on the card. */
export const holderLines = (name: string) => linesOf(name, holderLine);

/** Returns a name as one line if it fits. Otherwise, breaks it at the space nearest to its middle, and returns two lines. */
function linesOf(name: string, oneLine: number): readonly string[] {
  if (name.length <= oneLine) return [name];
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
  const distance = (at: number) => Math.abs(at - name.length / 2);
  const [nearest] = spaces.toSorted((one, other) => distance(one) - distance(other));
  return nearest === undefined ? [name] : [name.slice(0, nearest), name.slice(nearest + 1)];
}

const longestOf = (lines: readonly string[]) => Math.max(...lines.map(({ length }) => length));

/** Returns the font size of a program's name in the card's units. Long names have a smaller font, so they don't reach the art. */
export function nameSize(lines: readonly string[]): number {
  return Math.min(30, Math.max(13, Math.floor(330 / longestOf(lines))));
}

/** Returns the font size, in the card's units, at which a business's name does not reach the art at the bottom. */
export function holderSize(lines: readonly string[]): number {
  return Math.min(16, 240 / longestOf(lines));
}
