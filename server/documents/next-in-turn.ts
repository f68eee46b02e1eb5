/** Decides which document is checked next, so a sender of many documents does not make other senders wait (X20). */

/** The sender of a document. */
export interface Sender {
  readonly session: string;
  /** The client's IP address as `addressForLimits` returns it, or `stored` if the server checks a document that it stored. */
  readonly address: string;
}

/**
 * Returns the next document to check, or undefined if no check may start now. Each session gets only one check at a time. With
 * several checkers, one address never occupies all of them. The address whose last turn was longest ago comes first, then the
 * session with the oldest turn, then the order of arrival. `lastTurns` maps addresses and sessions to their last turns.
 */
export function nextInTurn<Waiting extends Sender>(
  waiting: readonly Waiting[],
  checked: readonly Sender[],
  checkers: number,
  lastTurns: ReadonlyMap<string, number>,
): Waiting | undefined {
  const mostOfAddress = Math.max(1, checkers - 1);
  const mayStart = ({ session, address }: Sender) =>
    checked.every((other) => other.session !== session) &&
    checked.filter((other) => other.address === address).length < mostOfAddress;
  const turnOf = (who: string) => lastTurns.get(who) ?? 0;
  const [next] = waiting
    .filter(mayStart)
    .sort(
      (one, other) =>
        turnOf(one.address) - turnOf(other.address) || turnOf(one.session) - turnOf(other.session),
    );
  return next;
}
