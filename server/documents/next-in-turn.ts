/** Decides which document is checked next, so a sender of many documents does not make other senders wait (X20). */

/** The sender of a document. */
export interface Sender {
  readonly session: string;
  /** The network address, in the format that the limits use. */
  readonly address: string;
}

/**
 * Returns the index of the next document to check, or -1 if none may start now. Only one document of a session is checked at a
 * time. If there are several checkers, a single address never occupies all of them. Documents are ordered by how long ago their
 * address had its last turn, then by how long ago their session had its last turn, and then by arrival. `lastTurns` contains the
 * number of the last turn of each address and session.
 */
export function nextInTurn(
  waiting: readonly Sender[],
  checked: readonly Sender[],
  checkers: number,
  lastTurns: ReadonlyMap<string, number>,
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
