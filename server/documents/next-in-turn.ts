/** Decides which document is checked next, so a sender of many documents does not make other senders wait (X20). */

/** The sender of a document. */
export interface Sender {
  readonly session: string;
  /** The network address, in the format of `addressForLimits`. */
  readonly address: string;
}

/**
 * Returns the next document to check, or undefined if none may start now. Only one document per session is checked at a time. If
 * there are several checkers, a single address never occupies all of them. The document whose address has not had a turn for the
 * longest time comes first. Among documents from the same address, the same rule applies to their sessions, and then the order of
 * arrival. `lastTurns` contains the number of the last turn of each address and session.
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
