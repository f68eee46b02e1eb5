/** The ways in which an application ends for the applicant (spec section 4). */
export const finishTypes = ['cancel', 'completed', 'pending', 'timeout'] as const;
export type FinishType = (typeof finishTypes)[number];

/** An email address with its name masked: d•••@greenacre.example. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '' : `${[...address][0]}•••${address.slice(at)}`;
}
