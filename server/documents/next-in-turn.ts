/** Whose document is checked next, so that nobody who sends many keeps the others waiting (X20). */

/** Who sent a document. */
export interface Sender {
  readonly session: string;
  /** The network address that counts for one sender. */
  readonly address: string;
}

/** When each session and each address last had a turn: higher is later, absent is never. */
export type LastTurns = ReadonlyMap<string, number>;

/**
 * The index of the next document, or -1 where none may be checked now. One document of a session is checked at a time,
 * and one address never has the last of several checkers. Of the rest comes first whose address has waited longest for a
 * turn, then whose session has, then what came first.
 */
export function nextInTurn(
  waiting: readonly Sender[],
  checked: readonly Sender[],
  checkers: number,
  lastTurns: LastTurns,
): number {
  const mostOfAddress = Math.max(1, checkers - 1);
  const mayStart = ({ session, address }: Sender) =>
    checked.every((other) => other.session !== session) &&
    checked.filter((other) => other.address === address).length < mostOfAddress;
  const turnsOf = ({ session, address }: Sender) =>
    [lastTurns.get(address) ?? 0, lastTurns.get(session) ?? 0] as const;
  let next = -1;
  for (const [index, sender] of waiting.entries()) {
    if (!mayStart(sender)) continue;
    const best = waiting[next];
    if (!best || isBefore(turnsOf(sender), turnsOf(best))) next = index;
  }
  return next;
}

function isBefore(one: readonly [number, number], other: readonly [number, number]): boolean {
  return one[0] < other[0] || (one[0] === other[0] && one[1] < other[1]);
}
