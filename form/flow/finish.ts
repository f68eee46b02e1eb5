/** The outcomes with which a session can end (spec section 4). */
export const finishTypes = ['cancel', 'completed', 'pending', 'timeout'] as const;
export type FinishType = (typeof finishTypes)[number];

/**
 * Returns an email address with only the first character before the @, such as d•••@greenacre.example. Returns '' if nothing is
 * before the @.
 */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '' : `${[...address][0]}•••${address.slice(at)}`;
}
