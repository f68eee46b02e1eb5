/** How an application can end for the person who filled it in (spec section 4). */
export const finishTypes = ['cancel', 'completed', 'pending', 'timeout'] as const;
export type FinishType = (typeof finishTypes)[number];

/** An email address that only its owner recognizes: d•••@greenacre.example. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '' : `${[...address][0]}•••${address.slice(at)}`;
}
