/** The ways in which an application can end for the applicant (spec section 4). */
export const finishTypes = ['cancel', 'completed', 'pending', 'timeout'] as const;
export type FinishType = (typeof finishTypes)[number];

/** Returns an email address with only the first character before the @, such as d•••@greenacre.example, or '' if it has none. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '' : `${[...address][0]}•••${address.slice(at)}`;
}
